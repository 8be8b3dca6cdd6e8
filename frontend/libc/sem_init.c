/* Semaphores without a name (POSIX) for a single thread. */
void __symtool_unsupported(const char *what);
extern int errno;

enum { AGAIN = 11, INVALID = 22, OVERFLOW = 75, MOST = 0x7fffffff };

typedef union {
    char size[32];
    unsigned value;
} semaphore;

static int fail(int number)
{
    errno = number;
    return -1;
}

int sem_init(semaphore *s, int shared, unsigned value)
{
    (void)shared;
    if (value > MOST)
        return fail(INVALID);
    s->value = value;
    return 0;
}

int sem_destroy(semaphore *s)
{
    (void)s;
    return 0;
}

int sem_post(semaphore *s)
{
    if (s->value == MOST)
        return fail(OVERFLOW);
    s->value++;
    return 0;
}

int sem_trywait(semaphore *s)
{
    if (s->value == 0)
        return fail(AGAIN);
    s->value--;
    return 0;
}

int sem_wait(semaphore *s)
{
    if (s->value == 0) {
        __symtool_unsupported("a semaphore that waits for ever");
        return 0;
    }
    s->value--;
    return 0;
}

int sem_getvalue(semaphore *s, int *value)
{
    *value = (int)s->value;
    return 0;
}
