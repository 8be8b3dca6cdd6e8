/* basename, dirname (POSIX, libgen.h): the components of a path. Both functions may modify the path. */
static char dot[2];

static char *here(void)
{
    dot[0] = '.';
    dot[1] = 0;
    return dot;
}

static long last(const char *path)
{
    long n = 0;
    while (path[n] != 0)
        n++;
    return n - 1;
}

char *__xpg_basename(char *path)
{
    if (path == 0 || *path == 0)
        return here();
    long end = last(path), begin;
    while (end > 0 && path[end] == '/')
        path[end--] = 0;
    for (begin = end; begin > 0 && path[begin - 1] != '/'; begin--)
        ;
    return path[end] == '/' ? path + end : path + begin;
}

char *dirname(char *path)
{
    if (path == 0 || *path == 0)
        return here();
    long end = last(path);
    while (end > 0 && path[end] == '/')
        end--;
    while (end >= 0 && path[end] != '/')
        end--;
    if (end < 0)
        return here();
    while (end > 0 && path[end] == '/')
        end--;
    /* The root directory keeps its slash (exactly two leading slashes remain). */
    if (end == 0 && path[0] == '/') {
        if (path[1] == '/' && path[2] != '/')
            path[2] = 0;
        else
            path[1] = 0;
    } else {
        path[end + 1] = 0;
    }
    return path;
}
