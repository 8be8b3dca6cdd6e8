/* The allocation functions with --malloc-may-fail: each call may return null. */
extern int errno;
void klee_make_symbolic(void *object, unsigned long size, const char *name);
void *__symtool_malloc(unsigned long size);
void *__symtool_calloc(unsigned long count, unsigned long size);
void *__symtool_realloc(void *block, unsigned long size);
void *__symtool_aligned_alloc(unsigned long align, unsigned long size);
int __symtool_posix_memalign(void **to, unsigned long align, unsigned long size);

static int fails(void)
{
    unsigned char choice;
    klee_make_symbolic(&choice, sizeof choice, "malloc fails");
    if (choice == 0)
        return 0;
    errno = 12;
    return 1;
}

void *malloc(unsigned long size)
{
    return fails() ? 0 : __symtool_malloc(size);
}

void *calloc(unsigned long count, unsigned long size)
{
    return fails() ? 0 : __symtool_calloc(count, size);
}

void *realloc(void *block, unsigned long size)
{
    return fails() ? 0 : __symtool_realloc(block, size);
}

void *valloc(unsigned long size)
{
    return fails() ? 0 : __symtool_malloc(size);
}

void *aligned_alloc(unsigned long align, unsigned long size)
{
    return fails() ? 0 : __symtool_aligned_alloc(align, size);
}

void *memalign(unsigned long align, unsigned long size)
{
    return fails() ? 0 : __symtool_aligned_alloc(align, size);
}

int posix_memalign(void **to, unsigned long align, unsigned long size)
{
    return fails() ? 12 : __symtool_posix_memalign(to, align, size);
}
