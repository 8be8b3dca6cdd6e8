/* strxfrm (C11 7.24.4.5) in the C locale: copies at most n characters; returns the full length. */
unsigned long strxfrm(char *to, const char *from, unsigned long n)
{
    unsigned long i = 0;
    for (; from[i] != 0; i++)
        if (i < n)
            to[i] = from[i];
    if (i < n)
        to[i] = 0;
    return i;
}
