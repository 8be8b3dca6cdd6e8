/* strerror_r (GNU, returns the text): the message of an error number; unknown ones are formatted in `to`. The function
   __xpg_strerror_r (POSIX, returns an error number) is the strerror_r of programs without _GNU_SOURCE. */
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

int __xpg_strerror_r(int number, char *to, unsigned long size)
{
    char *text = strerror_r(number, to, size);
    unsigned long n = 0;
    if (text == to)
        return 22; /* EINVAL */
    while (text[n] != 0 && n + 1 < size) {
        to[n] = text[n];
        n++;
    }
    if (size > 0)
        to[n] = 0;
    return size == 0 || text[n] != 0 ? 34 : 0; /* ERANGE */
}
