/* strchrnul (GNU): strchr, but the string's end where there is no such character. */
char *strchrnul(const char *s, int c)
{
    while (*s != 0 && *s != (char)c)
        s++;
    return (char *)s;
}
