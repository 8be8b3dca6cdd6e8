/* signal, raise (C11 7.14), sigaction, sigprocmask and their relatives (POSIX). Only raise delivers a signal; it calls
   the handler at once. */
extern int errno;
void abort(void);
void __symtool_unsupported(const char *what);
void __symtool_at_abort(void);

typedef struct { unsigned long bits[16]; } sigset_t;
typedef struct { int si_signo, si_errno, si_code; long rest[14]; } siginfo_t;
typedef void (*handler)(int);
struct sigaction {
    union {
        handler sa_handler;
        void (*sa_sigaction)(int, siginfo_t *, void *);
    } action;
    sigset_t sa_mask;
    int sa_flags;
    void (*sa_restorer)(void);
};

enum { MOST = 64, WITH_INFO = 4, NO_DEFER = 0x40000000, RESET = -2147483647 - 1, RESTART = 0x10000000 };

static struct sigaction actions[MOST + 1];
static unsigned long blocked, pending;

static unsigned long bit(int number)
{
    return 1UL << (number - 1);
}

static int known(int number)
{
    if (number >= 1 && number <= MOST)
        return 1;
    errno = 22;
    return 0;
}

/* Performs the default action of a signal. */
static void by_default(int number)
{
    switch (number) {
    case 17: /* SIGCHLD, SIGCONT, SIGURG, SIGWINCH are ignored */
    case 18:
    case 23:
    case 28:
        return;
    case 19:
    case 20:
    case 21:
    case 22:
        __symtool_unsupported("a signal that stops the program");
        return;
    default:
        /* The program ends as if killed by the signal: without exit status and exit handlers. */
        actions[6].action.sa_handler = 0;
        abort();
    }
}

static void deliver(int number)
{
    struct sigaction action = actions[number];
    unsigned long before = blocked;
    if (action.action.sa_handler == (handler)1)
        return;
    if (action.action.sa_handler == 0) {
        by_default(number);
        return;
    }
    if (action.sa_flags & RESET)
        actions[number].action.sa_handler = 0;
    blocked |= action.sa_mask.bits[0];
    if (!(action.sa_flags & NO_DEFER))
        blocked |= bit(number);
    if (action.sa_flags & WITH_INFO) {
        siginfo_t info = {number, 0, -6, {0}};
        action.action.sa_sigaction(number, &info, 0);
    } else {
        action.action.sa_handler(number);
    }
    blocked = before;
}

/* Delivers pending signals that are no longer blocked. */
static void deliver_pending(void)
{
    for (int number = 1; number <= MOST && pending != 0; number++)
        if (pending & ~blocked & bit(number)) {
            pending &= ~bit(number);
            deliver(number);
        }
}

/* Sends a signal to the program. Its name is reserved, so a program cannot define it. */
int __symtool_raise(int number)
{
    if (!known(number))
        return -1;
    pending |= bit(number);
    deliver_pending();
    return 0;
}

int raise(int number)
{
    return __symtool_raise(number);
}

handler signal(int number, handler function)
{
    if (!known(number))
        return (handler)-1;
    if (number == 9 || number == 19) {
        errno = 22;
        return (handler)-1;
    }
    handler old = actions[number].action.sa_handler;
    (void)__symtool_at_abort;
    struct sigaction fresh = {{function}, {{bit(number)}}, RESTART, 0};
    actions[number] = fresh;
    return old;
}

int sigaction(int number, const struct sigaction *new, struct sigaction *old)
{
    if (!known(number))
        return -1;
    if ((number == 9 || number == 19) && new != 0) {
        errno = 22;
        return -1;
    }
    (void)__symtool_at_abort;
    struct sigaction before = actions[number];
    if (new != 0)
        actions[number] = *new;
    if (old != 0)
        *old = before;
    return 0;
}

/* Runs the handler of SIGABRT, if there is one; abort calls this function. */
void __symtool_at_abort(void)
{
    if (actions[6].action.sa_handler != 0 && actions[6].action.sa_handler != (handler)1)
        deliver(6);
}

int sigemptyset(sigset_t *set)
{
    for (int i = 0; i < 16; i++)
        set->bits[i] = 0;
    return 0;
}

int sigfillset(sigset_t *set)
{
    for (int i = 0; i < 16; i++)
        set->bits[i] = -1UL;
    /* Two signals are reserved for the thread library. */
    set->bits[0] &= ~(3UL << 31);
    return 0;
}

int sigaddset(sigset_t *set, int number)
{
    if (!known(number))
        return -1;
    set->bits[0] |= bit(number);
    return 0;
}

int sigdelset(sigset_t *set, int number)
{
    if (!known(number))
        return -1;
    set->bits[0] &= ~bit(number);
    return 0;
}

int sigismember(const sigset_t *set, int number)
{
    if (!known(number))
        return -1;
    return (set->bits[0] & bit(number)) != 0;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    unsigned long before = blocked;
    if (set != 0) {
        if (how == 0) {
            blocked |= set->bits[0];
        } else if (how == 1) {
            blocked &= ~set->bits[0];
        } else if (how == 2) {
            blocked = set->bits[0];
        } else {
            errno = 22;
            return -1;
        }
        blocked &= ~(bit(9) | bit(19));
    }
    if (old != 0) {
        sigemptyset(old);
        old->bits[0] = before;
    }
    deliver_pending();
    return 0;
}

int sigpending(sigset_t *set)
{
    sigemptyset(set);
    set->bits[0] = pending;
    return 0;
}
