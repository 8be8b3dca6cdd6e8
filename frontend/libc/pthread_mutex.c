/* pthread_mutex_lock and its relatives, pthread_once, pthread_self (POSIX) for a single thread: mutexes of the normal
   type. */
void __symtool_unsupported(const char *what);

typedef union {
    char size[40];
    long locked;
} mutex;

int pthread_mutex_init(mutex *m, const void *attributes)
{
    if (attributes != 0)
        __symtool_unsupported("a mutex with attributes");
    m->locked = 0;
    return 0;
}

int pthread_mutex_destroy(mutex *m)
{
    return m->locked ? 16 : 0;
}

int pthread_mutex_lock(mutex *m)
{
    if (m->locked)
        __symtool_unsupported("a lock that waits for ever");
    m->locked = 1;
    return 0;
}

int pthread_mutex_trylock(mutex *m)
{
    if (m->locked)
        return 16;
    m->locked = 1;
    return 0;
}

int pthread_mutex_unlock(mutex *m)
{
    m->locked = 0;
    return 0;
}

int pthread_once(int *once, void (*function)(void))
{
    if (*once == 0) {
        *once = 2;
        function();
    }
    return 0;
}

unsigned long pthread_self(void)
{
    return 1;
}

int pthread_equal(unsigned long a, unsigned long b)
{
    return a == b;
}
