/* getsubopt (POSIX): the next comma-separated suboption, `name` or `name=value`. */
unsigned long strlen(const char *s);
int strncmp(const char *a, const char *b, unsigned long n);
char *strchrnul(const char *s, int c);
void *memchr(const void *block, int c, unsigned long n);

int getsubopt(char **options, char *const *tokens, char **value)
{
    if (**options == 0)
        return -1;
    char *begin = *options;
    char *end = strchrnul(begin, ',');
    char *equals = memchr(begin, '=', (unsigned long)(end - begin));
    unsigned long length = (unsigned long)((equals != 0 ? equals : end) - begin);
    int found = -1;
    for (int i = 0; found < 0 && tokens[i] != 0; i++)
        if (strlen(tokens[i]) == length && strncmp(begin, tokens[i], length) == 0)
            found = i;
    if (found < 0)
        *value = begin;
    else
        *value = equals != 0 ? equals + 1 : 0;
    if (*end != 0)
        *end++ = 0;
    *options = end;
    return found;
}
