/* swab (POSIX): swaps the bytes of each pair. */
void swab(const void *from, void *to, long n)
{
    const char *in = from;
    char *out = to;
    for (long i = 0; i + 1 < n; i += 2) {
        char first = in[i];
        out[i] = in[i + 1];
        out[i + 1] = first;
    }
}
