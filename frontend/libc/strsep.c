/* strsep (BSD): the token up to the next separator, which may be empty. */
unsigned long strcspn(const char *s, const char *set);

char *strsep(char **s, const char *separators)
{
    char *begin = *s;
    if (begin == 0)
        return 0;
    char *end = begin + strcspn(begin, separators);
    if (*end != 0) {
        *end = 0;
        *s = end + 1;
    } else {
        *s = 0;
    }
    return begin;
}
