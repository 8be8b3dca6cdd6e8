/* Who and where the process is (POSIX): always the same answers. */
int getpid(void)
{
    return 1000;
}

int getppid(void)
{
    return 999;
}

unsigned getuid(void)
{
    return 1000;
}

unsigned geteuid(void)
{
    return 1000;
}

unsigned getgid(void)
{
    return 1000;
}

unsigned getegid(void)
{
    return 1000;
}

int getpagesize(void)
{
    return 4096;
}

int getdtablesize(void)
{
    return 64;
}

/* The mask is as usual; files get their permissions as if it could not be changed. */
unsigned umask(unsigned mask)
{
    static unsigned current = 022;
    unsigned old = current;
    current = mask & 0777;
    return old;
}
