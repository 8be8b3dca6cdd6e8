/* Process identifiers and ownership (POSIX): symbolic inputs, which do not change during a run. */
void klee_make_symbolic(void *object, unsigned long size, const char *name);
void klee_assume(unsigned long condition);

/* The largest process identifier on Linux. */
enum { MOST_PROCESSES = 1 << 22 };

static int process(int *number, int *known, const char *name)
{
    if (!*known) {
        klee_make_symbolic(number, sizeof *number, name);
        klee_assume((*number >= 0) & (*number <= MOST_PROCESSES));
        *known = 1;
    }
    return *number;
}

/* If a replayed test case lacks the input, its value is 0, which is no process identifier: the result is then 1. */
int getpid(void)
{
    static int number, known;
    int given = process(&number, &known, "getpid");
    return given + (given == 0);
}

/* The parent's identifier is 0 if the parent is outside the container. */
int getppid(void)
{
    static int number, known;
    return process(&number, &known, "getppid");
}

static unsigned owner(unsigned *number, int *known, const char *name)
{
    if (!*known) {
        klee_make_symbolic(number, sizeof *number, name);
        *known = 1;
    }
    return *number;
}

unsigned getuid(void)
{
    static unsigned number;
    static int known;
    return owner(&number, &known, "getuid");
}

unsigned geteuid(void)
{
    static unsigned number;
    static int known;
    return owner(&number, &known, "geteuid");
}

unsigned getgid(void)
{
    static unsigned number;
    static int known;
    return owner(&number, &known, "getgid");
}

unsigned getegid(void)
{
    static unsigned number;
    static int known;
    return owner(&number, &known, "getegid");
}

int getpagesize(void)
{
    return 4096;
}

int getdtablesize(void)
{
    return 64;
}
