/* strchrnul (GNU): strchr that returns the end of the string if there is no such character. */
char *strchrnul(const char *s, int c)
{
    while (*s != 0 && *s != (char)c)
        s++;
    return (char *)s;
}
