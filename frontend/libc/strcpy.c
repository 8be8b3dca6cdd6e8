/* strcpy (C11 7.24.2.3): copies a string with its null character. */
char *strcpy(char *to, const char *from)
{
    unsigned long i = 0;
    while ((to[i] = from[i]) != 0)
        i++;
    return to;
}
