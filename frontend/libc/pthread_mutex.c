/* pthread_mutex_lock and its relatives, pthread_once, pthread_self (POSIX) for a single thread. The type of a mutex has the place
   that it has in glibc, whose initializers set it. */
void __symtool_unsupported(const char *what);

enum { NORMAL, RECURSIVE, CHECKED, ADAPTIVE, TYPES };
enum { NOT_OWNER = 1 /* EPERM */, BUSY = 16, INVALID = 22, TOO_OFTEN = 11 /* EAGAIN */, DEADLOCK = 35 };

typedef struct {
    unsigned locks; /* number of locks that are held */
    int unused[3];
    int type;
    int rest[5];
} mutex;

typedef struct {
    int type;
} attributes;

int pthread_mutexattr_init(attributes *a)
{
    a->type = NORMAL;
    return 0;
}

int pthread_mutexattr_destroy(attributes *a)
{
    (void)a;
    return 0;
}

int pthread_mutexattr_settype(attributes *a, int type)
{
    if (type < NORMAL || type >= TYPES)
        return INVALID;
    a->type = type;
    return 0;
}

int pthread_mutexattr_gettype(const attributes *a, int *type)
{
    *type = a->type;
    return 0;
}

int pthread_mutex_init(mutex *m, const attributes *a)
{
    m->locks = 0;
    m->type = a == 0 ? NORMAL : a->type;
    return 0;
}

int pthread_mutex_destroy(mutex *m)
{
    return m->locks ? BUSY : 0;
}

int pthread_mutex_lock(mutex *m)
{
    if (m->locks != 0 && m->type == CHECKED)
        return DEADLOCK;
    if (m->locks != 0 && m->type != RECURSIVE)
        __symtool_unsupported("a lock that waits for ever");
    if (m->locks == (unsigned)-1)
        return TOO_OFTEN;
    m->locks++;
    return 0;
}

int pthread_mutex_trylock(mutex *m)
{
    if (m->locks != 0 && m->type != RECURSIVE)
        return BUSY;
    if (m->locks == (unsigned)-1)
        return TOO_OFTEN;
    m->locks++;
    return 0;
}

int pthread_mutex_unlock(mutex *m)
{
    if (m->locks == 0)
        return m->type == RECURSIVE || m->type == CHECKED ? NOT_OWNER : 0;
    m->locks--;
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
