/* at_quick_exit (C11 7.22.4.3): functions that quick_exit calls in reverse order of registration. */
void __symtool_unsupported(const char *what);

static void (*handlers[64])(void);
static unsigned count;

/* Calls the registered functions; quick_exit calls this function. */
void __symtool_at_quick_exit(int status)
{
    (void)status;
    while (count > 0)
        handlers[--count]();
}

int at_quick_exit(void (*function)(void))
{
    (void)__symtool_at_quick_exit;
    if (count == sizeof handlers / sizeof *handlers) {
        __symtool_unsupported("more than 64 functions to call at quick_exit");
        return -1;
    }
    handlers[count++] = function;
    return 0;
}
