/* rawmemchr (GNU): the first byte that is c; there must be one. */
void *rawmemchr(const void *s, int c)
{
    const unsigned char *bytes = s;
    while (*bytes != (unsigned char)c)
        bytes++;
    return (void *)bytes;
}
