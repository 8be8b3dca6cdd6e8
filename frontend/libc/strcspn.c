/* strcspn (C11 7.24.5.3): the length of the longest prefix without characters of the set. */
unsigned long strcspn(const char *s, const char *set)
{
    unsigned long n = 0;
    for (; s[n] != 0; n++)
        for (unsigned long i = 0; set[i] != 0; i++)
            if (set[i] == s[n])
                return n;
    return n;
}
