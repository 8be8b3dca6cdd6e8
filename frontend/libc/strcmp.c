/* strcmp (C11 7.24.4.2): compares as unsigned char; and strcoll (7.24.4.3), which is the same in the C locale. */
int strcmp(const char *a, const char *b)
{
    unsigned long i = 0;
    while (a[i] != 0 && a[i] == b[i])
        i++;
    unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
    return (x > y) - (x < y);
}

int strcoll(const char *a, const char *b)
{
    return strcmp(a, b);
}
