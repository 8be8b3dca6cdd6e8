/* atexit and exit (C11 7.22.4.2, 7.22.4.4). A program that registers nothing ends at once and needs none of this. */
_Noreturn void _exit(int status);

enum { SYMTOOL_HANDLERS = 256 };

static void (*handlers[SYMTOOL_HANDLERS])(void);
static int registered;

/* What is registered last runs first; a handler may register more. The start function calls this behind `main`. */
_Noreturn void __symtool_exit(int status)
{
    while (registered > 0)
        handlers[--registered]();
    _exit(status);
}

int atexit(void (*handler)(void))
{
    (void)__symtool_exit;
    if (registered == SYMTOOL_HANDLERS)
        return -1;
    handlers[registered++] = handler;
    return 0;
}

_Noreturn void exit(int status)
{
    __symtool_exit(status);
}
