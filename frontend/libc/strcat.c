/* strcat (C11 7.24.3.1): appends a string. */
char *strcat(char *to, const char *from)
{
    unsigned long n = 0, i = 0;
    while (to[n] != 0)
        n++;
    while ((to[n + i] = from[i]) != 0)
        i++;
    return to;
}
