/* strtok (C11 7.24.5.8), strtok_r (POSIX): the next token between separators, terminated in place. */
unsigned long strspn(const char *s, const char *set);
unsigned long strcspn(const char *s, const char *set);

char *strtok_r(char *s, const char *separators, char **rest)
{
    if (s == 0)
        s = *rest;
    if (s == 0)
        return 0;
    s += strspn(s, separators);
    if (*s == 0) {
        *rest = s;
        return 0;
    }
    char *end = s + strcspn(s, separators);
    if (*end != 0)
        *end++ = 0;
    *rest = end;
    return s;
}

static char *left;

char *strtok(char *s, const char *separators)
{
    return strtok_r(s, separators, &left);
}
