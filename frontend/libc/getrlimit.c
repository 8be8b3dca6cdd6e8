/* Limits on resources (POSIX): they are stored, but limit nothing. No limit is set at the start of the program. */
enum { RESOURCES = 16, INVALID = 22 };

struct limits {
    unsigned long current, most;
};

extern int errno;

/* The limits plus one, so that zero means no limit. */
static struct limits next[RESOURCES];

int getrlimit(int resource, struct limits *limits)
{
    if (resource < 0 || resource >= RESOURCES) {
        errno = INVALID;
        return -1;
    }
    limits->current = next[resource].current - 1;
    limits->most = next[resource].most - 1;
    return 0;
}

int setrlimit(int resource, const struct limits *limits)
{
    if (resource < 0 || resource >= RESOURCES || limits->current > limits->most) {
        errno = INVALID;
        return -1;
    }
    next[resource].current = limits->current + 1;
    next[resource].most = limits->most + 1;
    return 0;
}
