/* The nice value of the process (POSIX): it starts at 0, and does not change the execution. As on Linux, only the user
 * with the number 0 can lower it. Other processes do not exist. */
enum { LEAST = -20, MOST = 19 };
enum { PROCESS = 0, USER = 2 };
enum { NOT_PERMITTED = 1, NO_PROCESS = 3, DENIED = 13, INVALID = 22 };

extern int errno;
unsigned geteuid(void);
int getpid(void);
unsigned getuid(void);

static int current;

/* Returns whether `which` and `who` denote a set of processes that contains this process. `who` = 0 means this process,
 * its process group or its user. Other numbers of process groups are not known. */
static int is_own(unsigned which, unsigned who)
{
    if (which > USER) {
        errno = INVALID;
        return 0;
    }
    if (who == 0 || which == PROCESS && who == (unsigned)getpid() || which == USER && who == getuid())
        return 1;
    errno = NO_PROCESS;
    return 0;
}

/* Sets the nice value; returns 0 if the user may not do so. */
static int set(int value)
{
    value = value < LEAST ? LEAST : value > MOST ? MOST : value;
    if (value < current && geteuid() != 0)
        return 0;
    current = value;
    return 1;
}

int getpriority(unsigned which, unsigned who)
{
    return is_own(which, who) ? current : -1;
}

int setpriority(unsigned which, unsigned who, int value)
{
    if (!is_own(which, who))
        return -1;
    if (set(value))
        return 0;
    errno = DENIED;
    return -1;
}

/* As in glibc, the sum wraps around. */
int nice(int change)
{
    if (set((int)((unsigned)current + (unsigned)change)))
        return current;
    errno = NOT_PERMITTED;
    return -1;
}
