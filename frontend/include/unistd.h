/* Symbolic constants and system calls (POSIX). */
#ifndef _SYMTOOL_UNISTD_H
#define _SYMTOOL_UNISTD_H

#include <stddef.h>
#include <sys/types.h>

#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif

extern char *optarg;
extern int optind;
extern int opterr;
extern int optopt;
extern char **environ;

ssize_t read(int descriptor, void *to, size_t n);
ssize_t write(int descriptor, const void *from, size_t n);
int close(int descriptor);
ssize_t pread(int descriptor, void *to, size_t n, off_t at);
ssize_t pwrite(int descriptor, const void *from, size_t n, off_t at);
int dup(int descriptor);
int dup2(int from, int to);
int pipe(int descriptors[2]);
int pipe2(int descriptors[2], int flags);
int ftruncate(int descriptor, off_t size);
int truncate(const char *name, off_t size);
int fsync(int descriptor);
int fdatasync(int descriptor);
int rmdir(const char *name);
gid_t getgid(void);
gid_t getegid(void);
int getpagesize(void);
int getdtablesize(void);
off_t lseek(int descriptor, off_t offset, int whence);
int access(const char *name, int mode);
int unlink(const char *name);
int isatty(int descriptor);
char *ttyname(int descriptor);
char *getcwd(char *to, size_t size);
int chdir(const char *name);
pid_t getpid(void);
pid_t getppid(void);
uid_t getuid(void);
uid_t geteuid(void);
int nice(int change);
unsigned sleep(unsigned seconds);
int usleep(useconds_t microseconds);
unsigned alarm(unsigned seconds);
int getopt(int argc, char *const argv[], const char *options);
_Noreturn void _exit(int status);

void swab(const void *restrict from, void *restrict to, ssize_t n);

int unlinkat(int folder, const char *path, int flags);
int fchown(int descriptor, uid_t owner, gid_t group);
int fchownat(int folder, const char *path, uid_t owner, gid_t group, int flags);
int lchown(const char *path, uid_t owner, gid_t group);
int chown(const char *path, uid_t owner, gid_t group);
int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags);
int link(const char *from, const char *to);
int symlink(const char *target, const char *path);
int symlinkat(const char *target, int folder, const char *path);
ssize_t readlinkat(int folder, const char *path, char *to, size_t size);
ssize_t readlink(const char *restrict path, char *restrict to, size_t size);
long sysconf(int name);
long pathconf(const char *path, int name);
long fpathconf(int descriptor, int name);

#define _PC_MAX_CANON 1
#define _PC_MAX_INPUT 2
#define _PC_NAME_MAX 3
#define _PC_PATH_MAX 4
#define _PC_PIPE_BUF 5
#define _PC_CHOWN_RESTRICTED 6
#define _PC_NO_TRUNC 7
#define _PC_VDISABLE 8

#define _SC_ARG_MAX 0
#define _SC_CLK_TCK 2
#define _SC_NGROUPS_MAX 3
#define _SC_OPEN_MAX 4
#define _SC_JOB_CONTROL 7
#define _SC_SAVED_IDS 8
#define _SC_MAPPED_FILES 16
#define _SC_MEMORY_PROTECTION 19
#define _SC_VERSION 29
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_BC_BASE_MAX 36
#define _SC_LINE_MAX 43
#define _SC_RE_DUP_MAX 44
#define _SC_IOV_MAX 60
#define _SC_GETGR_R_SIZE_MAX 69
#define _SC_GETPW_R_SIZE_MAX 70
#define _SC_LOGIN_NAME_MAX 71
#define _SC_TTY_NAME_MAX 72
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PHYS_PAGES 85
#define _SC_AVPHYS_PAGES 86
#define _SC_MONOTONIC_CLOCK 149
#define _SC_SYMLOOP_MAX 173
#define _SC_HOST_NAME_MAX 180

int faccessat(int folder, const char *path, int mode, int flags);
int fchdir(int descriptor);

#endif
