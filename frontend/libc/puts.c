/* puts, putchar (C11 7.21.7.9, 7.21.7.8). */
int printf(const char *format, ...);

int puts(const char *s)
{
    return printf("%s\n", s);
}

int putchar(int c)
{
    return printf("%c", c) < 0 ? -1 : (unsigned char)c;
}

int putchar_unlocked(int c)
{
    return putchar(c);
}
