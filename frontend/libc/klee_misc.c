/* The functions of KLEE's interface that have no effect in symtool. */
void klee_prefer_cex(void *object, unsigned long condition);
void klee_print_expr(const char *message, ...);
void klee_silent_exit(int status);
void __symtool_unsupported(const char *what);
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

/* The engine chooses the addresses of objects; a fixed address is not supported. */
void klee_define_fixed_object(void *address, unsigned long size)
{
    (void)address;
    (void)size;
    __symtool_unsupported("an object at a fixed address (klee_define_fixed_object)");
    klee_silent_exit(0);
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

/* Prints the value instead of its range; the expression of a symbolic value is more precise than a range. */
void klee_print_range(const char *name, int value)
{
    klee_print_expr(name, value);
}
