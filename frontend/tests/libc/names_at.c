/* The functions that take an open folder, sysconf, readlink, ttyname, and functions behind macros of glibc. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int __sched_cpucount(size_t size, const void *set);
int sched_getaffinity(int process, size_t size, void *set);
unsigned gnu_dev_major(unsigned long device);
unsigned gnu_dev_minor(unsigned long device);
unsigned long gnu_dev_makedev(unsigned major, unsigned minor);
unsigned long __ctype_get_mb_cur_max(void);

static void result(const char *what, long value)
{
    int number = errno;
    printf("%s %ld %s\n", what, value, value < 0 ? strerror(number) : "");
    errno = 0;
}

int main(void)
{
    const char *name = "/tmp/symtool-names-at", *other = "/tmp/symtool-names-at-2";
    unlink(name);
    unlink(other);
    errno = 0;
    int file = openat(AT_FDCWD, name, O_RDWR | O_CREAT, 0600);
    result("openat", file >= 0);
    result("write", write(file, "abc", 3));
    struct stat about;
    result("fstatat", fstatat(AT_FDCWD, name, &about, 0));
    printf("%ld %o\n", (long)about.st_size, (unsigned)about.st_mode);
    result("link", fstatat(AT_FDCWD, name, &about, AT_SYMLINK_NOFOLLOW));
    result("none", fstatat(AT_FDCWD, "/tmp/symtool-no-such-file", &about, 0));
    result("absolute", fstatat(file, name, &about, 0));
    result("no folder", fstatat(file, "x", &about, 0));
    result("bad folder", fstatat(77, "x", &about, 0));
    result("empty", fstatat(file, "", &about, AT_EMPTY_PATH));
    printf("%ld\n", (long)about.st_size);
    result("faccessat", faccessat(AT_FDCWD, name, R_OK, 0));
    result("faccessat", faccessat(77, "x", R_OK, 0));
    errno = 0;
    struct timespec times[2] = {{1, 2}, {3, 4}};
    result("flags", fstatat(AT_FDCWD, name, &about, 1));
    result("flags", fstatat(AT_FDCWD, name, &about, AT_NO_AUTOMOUNT));
    result("flags", fstatat(AT_FDCWD, name, &about, AT_REMOVEDIR));
    result("flags", faccessat(AT_FDCWD, name, R_OK, 1));
    result("flags", faccessat(AT_FDCWD, name, R_OK, AT_EACCESS));
    result("flags", faccessat(AT_FDCWD, name, R_OK, AT_SYMLINK_FOLLOW));
    result("flags", fchmodat(AT_FDCWD, name, 0600, 1));
    result("flags", fchmodat(AT_FDCWD, name, 0600, AT_SYMLINK_FOLLOW));
    result("flags", fchownat(AT_FDCWD, name, -1, -1, 1));
    result("flags", fchownat(AT_FDCWD, name, -1, -1, AT_SYMLINK_NOFOLLOW));
    result("flags", utimensat(AT_FDCWD, name, times, 1));
    result("flags", utimensat(AT_FDCWD, name, times, AT_SYMLINK_NOFOLLOW));
    char to[8];
    result("readlink", readlink(name, to, sizeof to));
    result("readlink", readlink("/tmp/symtool-no-such-file", to, sizeof to));
    result("readlinkat", readlinkat(AT_FDCWD, name, to, sizeof to));
    result("mkdirat", mkdirat(AT_FDCWD, name, 0700));
    result("renameat", renameat(AT_FDCWD, name, AT_FDCWD, other));
    result("unlinkat", unlinkat(AT_FDCWD, name, 0));
    result("unlinkat", unlinkat(AT_FDCWD, other, AT_REMOVEDIR));
    result("unlinkat", unlinkat(AT_FDCWD, other, 0));
    result("close", close(file));
    printf("%ld %ld\n", sysconf(_SC_CLK_TCK), sysconf(_SC_PAGESIZE));
    for (int name = _PC_MAX_CANON; name <= _PC_VDISABLE; name++)
        printf("%ld %ld ", pathconf("/", name), fpathconf(0, name));
    result("pathconf", pathconf("", _PC_PATH_MAX));
    result("pathconf", pathconf("/tmp/symtool-no-such-file", _PC_NAME_MAX));
    result("pathconf", pathconf("/tmp/symtool-no-such-file", _PC_PATH_MAX));
    result("fpathconf", fpathconf(-1, _PC_PATH_MAX));
    static const int limits[] = {
        _SC_ARG_MAX, _SC_NGROUPS_MAX, _SC_JOB_CONTROL, _SC_SAVED_IDS, _SC_MAPPED_FILES, _SC_MEMORY_PROTECTION, _SC_VERSION,
        _SC_BC_BASE_MAX, _SC_LINE_MAX, _SC_RE_DUP_MAX, _SC_IOV_MAX, _SC_GETGR_R_SIZE_MAX, _SC_LOGIN_NAME_MAX,
        _SC_TTY_NAME_MAX, _SC_MONOTONIC_CLOCK, _SC_SYMLOOP_MAX, _SC_HOST_NAME_MAX,
    };
    for (unsigned i = 0; i < sizeof limits / sizeof *limits; i++)
        printf(" %ld", sysconf(limits[i]));
    printf("\n%d %d\n", sysconf(_SC_PHYS_PAGES) > 0, sysconf(_SC_AVPHYS_PAGES) > 0);
    unsigned long device = gnu_dev_makedev(0x12345, 0x6789a);
    printf("%lx %x %x\n", device, gnu_dev_major(device), gnu_dev_minor(device));
    printf("%lu\n", __ctype_get_mb_cur_max());
    unsigned long set[2] = {5, 1};
    printf("%d", __sched_cpucount(sizeof set, set));
    printf(" %d", sched_getaffinity(0, 4, set));
    unsigned long processors[128];
    printf(" %d\n", sched_getaffinity(0, sizeof processors, processors) >= 0);
    printf("%d\n", ttyname(0) == NULL);
    return 0;
}
