/* rawmemchr (GNU): the first byte equal to c, which must exist. */
void *rawmemchr(const void *s, int c)
{
    const unsigned char *bytes = s;
    while (*bytes != (unsigned char)c)
        bytes++;
    return (void *)bytes;
}
