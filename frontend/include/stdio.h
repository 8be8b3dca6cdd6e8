/* Input and output (C11 7.21, and POSIX). */
#ifndef _SYMTOOL_STDIO_H
#define _SYMTOOL_STDIO_H

#include <stdarg.h>
#include <stddef.h>
#include <sys/types.h>

#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_tmpnam 20
#define TMP_MAX 238328
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2

/* A stream, with glibc's members. Programs such as those of gnulib read some of them. */
struct _IO_FILE {
    int _flags;
    char *_IO_read_ptr;
    char *_IO_read_end;
    char *_IO_read_base;
    char *_IO_write_base;
    char *_IO_write_ptr;
    char *_IO_write_end;
    char *_IO_buf_base;
    char *_IO_buf_end;
    char *_IO_save_base;
    char *_IO_backup_base;
    char *_IO_save_end;
    struct _IO_marker *_markers;
    struct _IO_FILE *_chain;
    int _fileno;
    int _flags2;
    long _old_offset;
    unsigned short _cur_column;
    signed char _vtable_offset;
    char _shortbuf[1];
    void *_lock;
    long _offset;
    struct _IO_codecvt *_codecvt;
    struct _IO_wide_data *_wide_data;
    struct _IO_FILE *_freeres_list;
    void *_freeres_buf;
    size_t __pad5;
    int _mode;
    char _unused2[20];
};

#define _IO_EOF_SEEN 0x0010
#define _IO_ERR_SEEN 0x0020

typedef struct _IO_FILE FILE;
typedef long fpos_t;

extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr

int printf(const char *restrict format, ...);
int fprintf(FILE *restrict file, const char *restrict format, ...);
int dprintf(int descriptor, const char *restrict format, ...);
int sprintf(char *restrict to, const char *restrict format, ...);
int snprintf(char *restrict to, size_t size, const char *restrict format, ...);
int asprintf(char **restrict to, const char *restrict format, ...);
int vprintf(const char *restrict format, va_list list);
int vfprintf(FILE *restrict file, const char *restrict format, va_list list);
int vsprintf(char *restrict to, const char *restrict format, va_list list);
int vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list list);
int vasprintf(char **restrict to, const char *restrict format, va_list list);
int vdprintf(int descriptor, const char *restrict format, va_list list);
int scanf(const char *restrict format, ...);
int fscanf(FILE *restrict file, const char *restrict format, ...);
int sscanf(const char *restrict text, const char *restrict format, ...);
int vscanf(const char *restrict format, va_list list);
int vfscanf(FILE *restrict file, const char *restrict format, va_list list);
int vsscanf(const char *restrict text, const char *restrict format, va_list list);

int putchar(int c);
int putc(int c, FILE *file);
int fputc(int c, FILE *file);
int puts(const char *s);
int fputs(const char *restrict s, FILE *restrict file);
int getchar(void);
int getc(FILE *file);
int fgetc(FILE *file);
int ungetc(int c, FILE *file);
int getc_unlocked(FILE *file);
int getchar_unlocked(void);
int fgetc_unlocked(FILE *file);
int putc_unlocked(int c, FILE *file);
int putchar_unlocked(int c);
int fputc_unlocked(int c, FILE *file);
int fputs_unlocked(const char *restrict s, FILE *restrict file);
size_t fread_unlocked(void *restrict to, size_t size, size_t count, FILE *restrict file);
size_t fwrite_unlocked(const void *restrict from, size_t size, size_t count, FILE *restrict file);
int fflush_unlocked(FILE *file);
int feof_unlocked(FILE *file);
int ferror_unlocked(FILE *file);
void clearerr_unlocked(FILE *file);
int fileno_unlocked(FILE *file);
char *gets(char *to);
char *fgets(char *restrict to, int size, FILE *restrict file);
ssize_t getline(char **restrict line, size_t *restrict size, FILE *restrict file);
ssize_t getdelim(char **restrict line, size_t *restrict size, int end, FILE *restrict file);

FILE *fopen(const char *restrict name, const char *restrict mode);
FILE *freopen(const char *restrict name, const char *restrict mode, FILE *restrict file);
FILE *fdopen(int descriptor, const char *mode);
FILE *fopen64(const char *restrict name, const char *restrict mode);
FILE *tmpfile(void);
FILE *fmemopen(void *memory, size_t size, const char *mode);
FILE *open_memstream(char **block, size_t *size);
char *tmpnam(char *to);
FILE *popen(const char *command, const char *mode);
int pclose(FILE *file);
int fclose(FILE *file);
int fcloseall(void);
int fflush(FILE *file);
size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict file);
size_t fwrite(const void *restrict from, size_t size, size_t count, FILE *restrict file);
int fseek(FILE *file, long offset, int whence);
int fseeko(FILE *file, off_t offset, int whence);
long ftell(FILE *file);
off_t ftello(FILE *file);
void rewind(FILE *file);
int fgetpos(FILE *restrict file, fpos_t *restrict position);
int fsetpos(FILE *file, const fpos_t *position);
void setbuf(FILE *restrict file, char *restrict buffer);
void setbuffer(FILE *restrict file, char *restrict buffer, size_t size);
void setlinebuf(FILE *file);
int setvbuf(FILE *restrict file, char *restrict buffer, int mode, size_t size);
int feof(FILE *file);
int ferror(FILE *file);
void clearerr(FILE *file);
int fileno(FILE *file);
void perror(const char *s);
int remove(const char *name);
int rename(const char *from, const char *to);
int renameat(int from_folder, const char *from, int to_folder, const char *to);

#endif
