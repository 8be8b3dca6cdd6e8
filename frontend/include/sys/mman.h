/* Memory mappings (POSIX) with Linux's values. */
#ifndef _SYMTOOL_SYS_MMAN_H
#define _SYMTOOL_SYS_MMAN_H

#include <sys/types.h>

#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_FIXED 0x10
#define MAP_ANONYMOUS 0x20
#define MAP_ANON MAP_ANONYMOUS
#define MAP_FAILED ((void *)-1)
#define MS_ASYNC 1
#define MS_INVALIDATE 2
#define MS_SYNC 4
#define MADV_NORMAL 0
#define MADV_RANDOM 1
#define MADV_SEQUENTIAL 2
#define MADV_WILLNEED 3
#define MADV_DONTNEED 4

void *mmap(void *wanted, size_t length, int protection, int flags, int descriptor, off_t offset);
int munmap(void *block, size_t length);
int mprotect(void *block, size_t length, int protection);
int msync(void *block, size_t length, int flags);
int madvise(void *block, size_t length, int advice);
int mincore(void *start, size_t length, unsigned char *vector);

#endif
