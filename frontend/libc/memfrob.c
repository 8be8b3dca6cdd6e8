/* memfrob (GNU): exclusive-or of every byte with 42. */
void *memfrob(void *s, unsigned long n)
{
    unsigned char *bytes = s;
    for (unsigned long i = 0; i < n; i++)
        bytes[i] ^= 42;
    return s;
}
