/* Files through descriptors. File names are generated, so that concurrent runs do not collide. */
#include "support.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char name[] = "/tmp/symtool-XXXXXX";
static char other[40];

/* Prints a result and, for an error, errno. */
static void show(const char *what, long result)
{
    if (result < 0)
        printf("%s: %ld %d\n", what, result, errno);
    else
        printf("%s: %ld\n", what, result);
}

static void contents(int descriptor)
{
    char text[64];
    lseek(descriptor, 0, SEEK_SET);
    long n = read(descriptor, text, sizeof text);
    printf("%ld:", n);
    for (long i = 0; i < n; i++)
        printf(" %d", text[i]);
    printf("\n");
}

static void offsets(int d)
{
    show("write", write(d, "hello world", 11));
    show("seek", lseek(d, 0, SEEK_CUR));
    show("seek", lseek(d, -5, SEEK_END));
    show("write", write(d, "W", 1));
    contents(d);
    show("gap", lseek(d, 3, SEEK_END));
    show("write", write(d, "!", 1));
    contents(d);
    show("before", lseek(d, -100, SEEK_CUR));
    show("whence", lseek(d, 0, 77));
    show("pwrite", pwrite(d, "xyz", 3, 2));
    show("seek", lseek(d, 0, SEEK_CUR));
    char text[8] = "";
    show("pread", pread(d, text, 4, 1));
    printf("%.4s\n", text);
    show("pread at the end", pread(d, text, 4, 100));
    show("pread", pread(d, text, 4, -1));
    show("pwrite", pwrite(d, text, 4, -1));
    show("ftruncate", ftruncate(d, 4));
    contents(d);
    show("ftruncate", ftruncate(d, 6));
    contents(d);
    show("ftruncate", ftruncate(d, -1));
    show("end", pwrite(d, "xyz", 3, 0x7ffffffffffffffe));
#ifdef __SYMTOOL__
    show("large", ftruncate(d, 0x6000000000000000));
    show("large", pwrite(d, "xyz", 3, 0x6000000000000000));
#else /* the result depends on the file system */
    printf("large: -1 %d\nlarge: -1 %d\n", EFBIG, EFBIG);
#endif
    show("fsync", fsync(d));
    show("fdatasync", fdatasync(d));
}

static void duplicates(int d)
{
    int e = dup(d), f = fcntl(d, F_DUPFD, 20), g = dup2(d, 30);
    printf("%d %d %d\n", e > d, f, g);
    lseek(d, 1, SEEK_SET);
    show("shared offset", lseek(e, 0, SEEK_CUR));
    show("shared offset", lseek(f, 2, SEEK_CUR));
    show("shared offset", lseek(g, 0, SEEK_CUR));
    show("itself", dup2(g, g));
    show("over it", dup2(e, g));
    show("close", close(e));
    show("close again", close(e));
    show("still open", lseek(f, 0, SEEK_CUR));
    close(f);
    close(g);
    show("dup", dup(e));
    show("dup2", dup2(e, 3));
    show("dup2", dup2(d, -1));
    show("fcntl", fcntl(e, F_GETFL));
    show("fcntl", fcntl(d, F_GETFD));
    show("fcntl", fcntl(d, F_DUPFD, -1));
    show("fcntl", fcntl(d, F_SETFD, FD_CLOEXEC));
    show("fcntl", fcntl(d, 12345));
    printf("%d\n", fcntl(d, F_GETFL) & O_ACCMODE);
    show("append", fcntl(d, F_SETFL, O_APPEND));
    lseek(d, 0, SEEK_SET);
    write(d, "AP", 2);
    contents(d);
    printf("%d\n", (fcntl(d, F_GETFL) & O_APPEND) != 0);
    fcntl(d, F_SETFL, 0);
}

static void names(void)
{
    struct stat s, t;
    show("stat", stat(name, &s));
    printf("%d %o %ld %ld\n", S_ISREG(s.st_mode), s.st_mode & 0777, (long)s.st_size, (long)s.st_nlink);
    show("lstat", lstat(name, &t));
    printf("%d\n", s.st_ino == t.st_ino && s.st_dev == t.st_dev);
    show("folder", stat("/tmp", &s));
    printf("%d\n", S_ISDIR(s.st_mode));
    show("missing", stat(other, &s));
    show("empty", stat("", &s));
    show("access", access(name, F_OK));
    show("access", access(name, R_OK | W_OK));
    show("access", access(other, F_OK));
    show("access", access("", F_OK));
    show("rename", rename(other, name));
    show("rename", rename(name, other));
    show("access", access(name, F_OK));
    show("access", access(other, F_OK));
    show("same", rename(other, other));
    show("nowhere", rename(other, "/no-such-folder/x"));
    int d = open(name, O_WRONLY | O_CREAT, 0600);
    write(d, "new", 3);
    close(d);
    show("over another", rename(name, other));
    d = open(other, O_RDONLY);
    show("fstat", fstat(d, &s));
    printf("%ld %o\n", (long)s.st_size, s.st_mode & 0777);
    contents(d);
    show("write to a reader", write(d, "x", 1));
    show("ftruncate of a reader", ftruncate(d, 0));
    show("truncate", truncate(other, 2));
    show("truncate", truncate(name, 2));
    contents(d);
    show("unlink", unlink(other));
    show("unlink again", unlink(other));
    show("unlink", unlink(""));
    contents(d);
    close(d);
    show("remove", remove(other));
}

static void opening(void)
{
    show("open", open(name, O_RDONLY));
    show("open", open("", O_RDONLY));
    show("open", open("/no-such-folder/x", O_WRONLY | O_CREAT, 0600));
    int d = creat(name, 0640);
    struct stat s;
    show("exclusive", open(name, O_RDWR | O_CREAT | O_EXCL, 0600));
    fstat(d, &s);
    printf("%o\n", s.st_mode & 0777);
    char byte;
    show("read of a writer", read(d, &byte, 1));
    write(d, "abc", 3);
    close(d);
    d = open(name, O_RDWR | O_APPEND);
    write(d, "def", 3);
    contents(d);
    show("pwrite appends", pwrite(d, "-", 1, 0));
    contents(d);
    close(d);
    d = open(name, O_RDWR | O_TRUNC);
    contents(d);
    close(d);
    show("folder", open("/tmp", O_WRONLY));
    show("dev/null", write(d = open("/dev/null", O_RDWR), "xyz", 3));
    show("dev/null", read(d, &byte, 1));
    show("dev/null", lseek(d, 5, SEEK_SET));
    show("dev/null", lseek(d, -5, SEEK_END));
    show("dev/null", lseek(d, 0, 77));
    close(d);
    d = open("/dev/zero", O_RDWR);
    show("dev/zero", read(d, &byte, 1));
    show("dev/zero", lseek(d, 5, SEEK_SET));
    show("dev/zero", lseek(d, 0, SEEK_CUR));
    close(d);
    unlink(name);
    show("read", read(-1, &byte, 1));
    show("write", write(99, &byte, 1));
    show("lseek", lseek(-1, 0, SEEK_SET));
    show("close", close(-1));
    show("fstat", fstat(55, &s));
    show("ftruncate", ftruncate(55, 0));
    show("fsync", fsync(55));
    show("pread", pread(55, &byte, 1, 0));
    show("pwrite", pwrite(55, &byte, 1, 0));
    show("mkdir", mkdir("/tmp", 0700));
    show("mkdir", mkdir("", 0700));
    show("mkdir", mkdir("/no-such-folder/x", 0700));
    show("rmdir", rmdir("/no-such-folder"));
    show("rmdir", rmdir(""));
    show("chdir", chdir("/no-such-folder"));
    show("chdir", chdir("/dev/null"));
    show("chdir", chdir(""));
    show("chdir", chdir("/"));
}

/* When no descriptor is free, `open` creates no file. symtool always has 64 descriptors. */
static void exhaustion(void)
{
    struct rlimit limit = {64, 64};
    int opened[64], count = 0;
    setrlimit(RLIMIT_NOFILE, &limit);
    while (count < 64 && (opened[count] = open("/dev/null", O_RDONLY)) >= 0)
        count++;
    show("full", opened[count]);
    show("create", open(name, O_RDWR | O_CREAT, 0600));
    show("missing", open("/no-such-folder/x", O_RDONLY));
    show("empty", open("", O_RDONLY));
    show("fopen", fopen(name, "w") == NULL ? -1 : 0);
    show("tmpfile", tmpfile() == NULL ? -1 : 0);
    while (count > 0)
        close(opened[--count]);
    show("not created", access(name, F_OK));
}

static void mappings(void)
{
    int d = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
    write(d, "mapped text", 11);
    char *copy = mmap(NULL, 11, PROT_READ | PROT_WRITE, MAP_PRIVATE, d, 0);
    printf("%.11s %d %d\n", copy, copy[11], copy[4095]);
    copy[0] = 'M';
    contents(d);
    show("mprotect", mprotect(copy, 11, PROT_READ));
    show("msync", msync(copy, 11, MS_SYNC));
    show("madvise", madvise(copy, 11, MADV_NORMAL));
    unsigned char pages[3] = {0};
    show("mincore", mincore(copy, 11, pages));
    printf("%d\n", pages[0] & 1);
    show("mincore", mincore(copy, 0, pages));
    show("mincore", mincore(copy + 1, 11, pages));
    show("mincore", mincore((void *)4096, 4096, pages));
    show("munmap", munmap(copy, 11));
    show("munmap", munmap(copy + 1, 11));
    show("mprotect", mprotect(copy + 1, 11, PROT_READ));
    char *zeros = mmap(NULL, 5000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    zeros[4999] = 1;
    printf("%d %d\n", zeros[0], zeros[4999]);
    munmap(zeros, 5000);
    show("length", mmap(NULL, 0, PROT_READ, MAP_PRIVATE, d, 0) == MAP_FAILED ? -1 : 0);
    show("offset", mmap(NULL, 1, PROT_READ, MAP_PRIVATE, d, 5) == MAP_FAILED ? -1 : 0);
    show("descriptor", mmap(NULL, 1, PROT_READ, MAP_PRIVATE, 77, 0) == MAP_FAILED ? -1 : 0);
    printf("%d %d %d\n", posix_fadvise(d, 0, 0, POSIX_FADV_SEQUENTIAL), posix_fadvise(77, 0, 0, 0), posix_fadvise(d, 0, 0, 99));
    close(d);
    unlink(name);
}

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    int d = mkstemp(name);
    printf("%d %zu %d\n", d >= 0, strlen(name), strcmp(name + 12, "-XXXXXX") != 0);
    strcpy(other, name);
    strcat(other, "-other");
    offsets(d);
    duplicates(d);
    close(d);
    names();
    opening();
    exhaustion();
    mappings();
    char bad[] = "/tmp/symtool-XXXXX";
    show("mkstemp", mkstemp(bad));
    show("isatty", isatty(0));
    errno = 0;
    int tty = isatty(99);
    printf("%d %d\n", tty, errno);
    show("ioctl", ioctl(0, TCGETS, bad));
    show("ioctl", ioctl(99, TCGETS, bad));
    char here[100];
    printf("%s\n", getcwd(here, sizeof here));
    int none = getcwd(here, 1) == NULL;
    printf("%d %d\n", none, errno);
    none = getcwd(here, 0) == NULL;
    printf("%d %d\n", none, errno);
    char *made = getcwd(NULL, 0);
    printf("%s\n", made);
    free(made);
    puts(getpid() > 0 && getppid() >= 0 ? "numbered" : "not numbered");
    puts(getpid() == getpid() && getppid() == getppid() ? "the same" : "another");
    puts(getuid() == getuid() && geteuid() == geteuid() ? "the same" : "another");
    puts(getgid() == getgid() && getegid() == getegid() ? "the same" : "another");
    printf("%d %d\n", getpagesize(), getdtablesize() > 0);
    umask(022);
    printf("%o\n", umask(077));
    printf("%o\n", umask(022));
    return 0;
}
