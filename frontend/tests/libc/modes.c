/* Permissions, owners and times of files. File names are generated, so that concurrent runs do not collide. */
#include "support.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

static char name[] = "/tmp/symtool-XXXXXX";

static void show(const char *what, long result)
{
    if (result < 0)
        printf("%s: %ld %d\n", what, result, errno);
    else
        printf("%s: %ld\n", what, result);
}

static void times(const char *what)
{
    struct stat of;
    stat(name, &of);
    printf("%s: %ld.%09ld %ld.%09ld\n", what, of.st_atim.tv_sec, of.st_atim.tv_nsec, of.st_mtim.tv_sec, of.st_mtim.tv_nsec);
}

static void mode(const char *what)
{
    struct stat of;
    stat(name, &of);
    printf("%s: %o\n", what, of.st_mode & 07777);
}

int main(void)
{
    int d = mkstemp(name);
    mode("new");
    show("chmod", chmod(name, 0640));
    mode("chmod");
    show("fchmod", fchmod(d, 04751));
    mode("fchmod");
    show("fchmodat", fchmodat(AT_FDCWD, name, 0, 0));
    mode("fchmodat");
    show("missing", chmod("/tmp/symtool-missing", 0644));
    show("empty", chmod("", 0644));
    show("closed", fchmod(50, 0644));
    show("closed folder", fchmodat(50, "a", 0644, 0));
    show("file as folder", fchmodat(d, "a", 0644, 0));

    show("chown", chown(name, -1, -1));
    show("lchown", lchown(name, -1, -1));
    show("fchown", fchown(d, -1, -1));
    show("fchownat", fchownat(AT_FDCWD, name, -1, -1, 0));
    show("missing", chown("/tmp/symtool-missing", -1, -1));
    show("closed", fchown(50, -1, -1));

    struct timespec both[2] = {{1000, 1}, {2000, 999999999}};
    show("utimensat", utimensat(AT_FDCWD, name, both, 0));
    times("utimensat");
    struct timespec one[2] = {{5, UTIME_OMIT}, {7, 8}};
    show("futimens", futimens(d, one));
    times("futimens");
    both[1].tv_nsec = 1000000000;
    show("invalid", futimens(d, both));
    times("invalid");
    struct timeval old[2] = {{30, 4}, {50, 6}};
    show("utimes", utimes(name, old));
    times("utimes");
    old[0].tv_usec = -1;
    show("invalid", utimes(name, old));
    struct utimbuf simple = {11, 12};
    show("utime", utime(name, &simple));
    times("utime");
    show("missing", utimensat(AT_FDCWD, "/tmp/symtool-missing", 0, 0));
    show("closed", futimens(50, 0));
    struct timeval new[2] = {{70, 8}, {90, 10}};
    show("futimes", futimes(d, new));
    times("futimes");
    new[0].tv_sec = 71;
    show("lutimes", lutimes(name, new));
    times("lutimes");
    show("unlink", unlink(name));
    return 0;
}
