/* puts, putchar (C11 7.21.7.9, 7.21.7.8). */
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

int putchar_unlocked(int c)
{
    return putchar(c);
}
