/* sigaltstack (POSIX): stores the stack. Handlers run on the ordinary stack, which has no limit. */
typedef struct {
    void *block;
    int flags;
    unsigned long size;
} stack;

extern int errno;

enum { DISABLE = 2, ON_STACK = 1, LEAST_SIZE = 2048 };

int sigaltstack(const stack *wanted, stack *old)
{
    static stack current = {0, DISABLE, 0};
    stack before = current;
    if (wanted != 0) {
        int mode = wanted->flags & 0x7fffffff; /* without SS_AUTODISARM */
        if (mode != 0 && mode != ON_STACK && mode != DISABLE) {
            errno = 22; /* EINVAL */
            return -1;
        }
        if (mode != DISABLE && wanted->size < LEAST_SIZE) {
            errno = 12; /* ENOMEM */
            return -1;
        }
        current = *wanted;
        if (mode == DISABLE) {
            current.block = 0;
            current.size = 0;
        } else {
            current.flags &= ~ON_STACK;
        }
    }
    if (old != 0)
        *old = before;
    return 0;
}
