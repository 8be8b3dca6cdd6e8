/* The parts of KLEE's interface that have no effect here. */
void klee_prefer_cex(void *object, unsigned long condition);
extern int errno;


unsigned klee_is_replay(void)
{
    return 0;
}

int klee_get_errno(void)
{
    return errno;
}

void klee_mark_global(void *object)
{
    (void)object;
}

void klee_set_forking(unsigned enable)
{
    (void)enable;
}

void klee_stack_trace(void)
{
}

void klee_dump_kquery_var(void)
{
}

void klee_check_memory_access(const void *address, unsigned long size)
{
    const volatile char *bytes = address;
    if (size > 0) {
        (void)bytes[0];
        (void)bytes[size - 1];
    }
}
