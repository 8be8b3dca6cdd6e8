/* strspn (C11 7.24.5.6): the length of the longest prefix of characters in the set. */
unsigned long strspn(const char *s, const char *set)
{
    unsigned long n = 0;
    for (; s[n] != 0; n++) {
        unsigned long i = 0;
        while (set[i] != 0 && set[i] != s[n])
            i++;
        if (set[i] == 0)
            break;
    }
    return n;
}
