/* getrandom (Linux): the bytes are inputs. */
void klee_make_symbolic(void *object, unsigned long size, const char *name);

long getrandom(void *to, unsigned long size, unsigned flags)
{
    (void)flags;
    if (size > 0)
        klee_make_symbolic(to, size, "getrandom");
    return (long)size;
}
