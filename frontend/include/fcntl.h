/* File control (POSIX) with Linux's values. */
#ifndef _SYMTOOL_FCNTL_H
#define _SYMTOOL_FCNTL_H

#include <sys/types.h>

#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 0100
#define O_EXCL 0200
#define O_TRUNC 01000
#define O_APPEND 02000
#define O_NONBLOCK 04000

#define POSIX_FADV_NORMAL 0
#define POSIX_FADV_RANDOM 1
#define POSIX_FADV_SEQUENTIAL 2
#define POSIX_FADV_WILLNEED 3
#define POSIX_FADV_DONTNEED 4
#define POSIX_FADV_NOREUSE 5

int posix_fadvise(int descriptor, off_t from, off_t length, int advice);
int open(const char *name, int flags, ...);
int creat(const char *name, mode_t mode);
int fcntl(int descriptor, int command, ...);

#endif
