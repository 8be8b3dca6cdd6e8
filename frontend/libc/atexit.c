/* atexit (C11 7.22.4.2), on_exit (GNU): functions that exit calls in reverse order of registration. */
void __symtool_unsupported(const char *what);

static struct {
    void (*plain)(void);
    void (*with_status)(int status, void *argument);
    void *argument;
} handlers[128];
static unsigned count;

/* Calls the registered functions at exit and when main returns. A function may register further ones. */
void __symtool_at_exit(int status)
{
    while (count > 0) {
        count--;
        if (handlers[count].plain != 0)
            handlers[count].plain();
        else
            handlers[count].with_status(status, handlers[count].argument);
    }
}

static int add(void (*plain)(void), void (*with_status)(int, void *), void *argument)
{
    (void)__symtool_at_exit;
    if (count == sizeof handlers / sizeof *handlers) {
        __symtool_unsupported("more than 128 functions to call at exit");
        return -1;
    }
    handlers[count].plain = plain;
    handlers[count].with_status = with_status;
    handlers[count].argument = argument;
    count++;
    return 0;
}

/* Registers a destructor like atexit. The name is reserved, because a program may define its own atexit. */
int __symtool_register(void (*function)(void))
{
    return add(function, 0, 0);
}

int atexit(void (*function)(void))
{
    return add(function, 0, 0);
}

int on_exit(void (*function)(int, void *), void *argument)
{
    return add(0, function, argument);
}
