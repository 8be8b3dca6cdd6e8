// A call without a prototype passed a size of the wrong width; `_Bool` arguments became -1; a missing result was 0.
// run:
// has: VERIFIED
// has: result of free
void *memalign();
int posix_memalign();
void _Exit(_Bool);
int free();
int main(void) {
    char *a = memalign(16, 8), *b = 0;
    if (posix_memalign(&b, 16, 8u) || !a || !b)
        return 1;
    a[7] = b[7] = 1;
    if (free(a))
        return 1;
    _Exit(1);
}
