/* strerror_r (GNU, returns the text): the message of an error number; unknown ones are formatted in `to`. */
int snprintf(char *to, unsigned long size, const char *format, ...);
char *strerror(int number);

char *strerror_r(int number, char *to, unsigned long size)
{
    char *text = strerror(number);
    if (text[0] != 'U' || text[1] != 'n' || text[2] != 'k')
        return text;
    snprintf(to, size, "%s", text);
    return to;
}
