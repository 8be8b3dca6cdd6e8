/* strpbrk (C11 7.24.5.4): the first character that is in the set. */
char *strpbrk(const char *s, const char *set)
{
    for (; *s != 0; s++)
        for (unsigned long i = 0; set[i] != 0; i++)
            if (set[i] == *s)
                return (char *)s;
    return 0;
}
