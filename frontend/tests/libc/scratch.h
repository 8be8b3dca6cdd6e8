/* Shared by the drivers of the file system: a temporary working directory, and the output of results. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char scratch[] = "/tmp/symtool-XXXXXX";

/* Prints a result and, for an error, errno. */
static void show(const char *what, long result)
{
    if (result < 0)
        printf("%s: %ld %d\n", what, result, errno);
    else
        printf("%s: %ld\n", what, result);
}

/* Prints whether an address is null and, if so, errno. */
static void show_address(const char *what, const void *address)
{
    show(what, address == NULL ? -1 : 0);
}

/* Makes the output unbuffered, and creates a working directory. Natively, root gives up its right to access every file. */
static void enter_scratch(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
#ifndef __SYMTOOL__
    if (getuid() == 0 && setuid(65534) != 0)
        exit(98);
#endif
    umask(022);
    if (mkdtemp(scratch) == NULL || chdir(scratch) != 0)
        exit(99);
}

static void leave_scratch(void)
{
    show("leave", chdir("/"));
    show("remove", rmdir(scratch));
}

/* Creates a file. */
static void create(const char *name, const char *text)
{
    int d = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    show(name, d < 0 ? -1 : 0);
    write(d, text, strlen(text));
    close(d);
}

/* Prints the contents of a file. */
static void contents(const char *name)
{
    char text[64];
    int d = open(name, O_RDONLY);
    long n = read(d, text, sizeof text);
    if (n < 0)
        show(name, n);
    else
        printf("%s: %.*s\n", name, (int)n, text);
    close(d);
}

/* Prints the type and the permissions of a node, and the number of names of a file. */
static void describe(const char *name)
{
    struct stat s;
    if (lstat(name, &s) != 0)
        show(name, -1);
    else if (S_ISDIR(s.st_mode))
        printf("%s: %o\n", name, (unsigned)s.st_mode);
    else
        printf("%s: %o %ld %ld\n", name, (unsigned)s.st_mode, (long)s.st_nlink, (long)s.st_size);
}
