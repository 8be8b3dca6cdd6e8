/* stpncpy (POSIX): strncpy that returns the end of the string. */
char *stpncpy(char *to, const char *from, unsigned long n)
{
    unsigned long i = 0, end;
    while (i < n && from[i] != 0) {
        to[i] = from[i];
        i++;
    }
    end = i;
    for (; i < n; i++)
        to[i] = 0;
    return to + end;
}
