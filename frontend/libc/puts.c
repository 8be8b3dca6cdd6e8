/* puts, putchar (C11 7.21.7.9, 7.21.7.8): through printf into the run log. */
int printf(const char *format, ...);

int puts(const char *s)
{
    return printf("%s\n", s);
}

int putchar(int c)
{
    printf("%c", c);
    return (unsigned char)c;
}
