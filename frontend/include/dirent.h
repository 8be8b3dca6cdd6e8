/* Directories (POSIX) with Linux's layout. */
#ifndef _SYMTOOL_DIRENT_H
#define _SYMTOOL_DIRENT_H

#include <sys/types.h>

typedef struct __symtool_folder DIR;

struct dirent {
    ino_t d_ino;
    off_t d_off;
    unsigned short d_reclen;
    unsigned char d_type;
    char d_name[256];
};

#define DT_UNKNOWN 0
#define DT_FIFO 1
#define DT_CHR 2
#define DT_DIR 4
#define DT_BLK 6
#define DT_REG 8
#define DT_LNK 10
#define DT_SOCK 12

DIR *opendir(const char *name);
DIR *fdopendir(int descriptor);
struct dirent *readdir(DIR *folder);
void rewinddir(DIR *folder);
int closedir(DIR *folder);
int dirfd(DIR *folder);
long telldir(DIR *folder);
void seekdir(DIR *folder, long position);

#endif
