/* basename (GNU, string.h): what stands behind the last slash; the path stays as it is. */
char *basename(const char *path)
{
    const char *name = path;
    for (; *path != 0; path++)
        if (*path == '/')
            name = path + 1;
    return (char *)name;
}
