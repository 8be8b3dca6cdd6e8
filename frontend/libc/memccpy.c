/* memccpy (POSIX): copies up to and including the first byte equal to c. */
void *memccpy(void *to, const void *from, int c, unsigned long n)
{
    unsigned char *out = to;
    const unsigned char *in = from;
    for (unsigned long i = 0; i < n; i++) {
        out[i] = in[i];
        if (in[i] == (unsigned char)c)
            return out + i + 1;
    }
    return 0;
}
