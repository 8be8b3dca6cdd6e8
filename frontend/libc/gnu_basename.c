/* basename (GNU, string.h): the path after the last slash; the path is not modified. */
char *basename(const char *path)
{
    const char *name = path;
    for (; *path != 0; path++)
        if (*path == '/')
            name = path + 1;
    return (char *)name;
}
