/* strncat (C11 7.24.3.2): appends at most n characters and a null character. */
char *strncat(char *to, const char *from, unsigned long n)
{
    unsigned long end = 0, i = 0;
    while (to[end] != 0)
        end++;
    for (; i < n && from[i] != 0; i++)
        to[end + i] = from[i];
    to[end + i] = 0;
    return to;
}
