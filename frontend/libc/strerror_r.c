/* strerror_r (GNU's form, which gives the text): words for an error number, in `to` if they are made up. */
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
