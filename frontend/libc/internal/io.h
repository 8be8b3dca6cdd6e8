/* Definitions shared by the models of files, descriptors and streams. */
typedef __builtin_va_list va_list;
extern int errno;

enum {
    SYMTOOL_EPERM = 1, SYMTOOL_ENOENT = 2, SYMTOOL_ENXIO = 6, SYMTOOL_EBADF = 9, SYMTOOL_EAGAIN = 11, SYMTOOL_ENOMEM = 12,
    SYMTOOL_EACCES = 13, SYMTOOL_EBUSY = 16, SYMTOOL_EEXIST = 17, SYMTOOL_EXDEV = 18, SYMTOOL_ENODEV = 19,
    SYMTOOL_ENOTDIR = 20, SYMTOOL_EISDIR = 21, SYMTOOL_EINVAL = 22, SYMTOOL_EMFILE = 24, SYMTOOL_ENOTTY = 25,
    SYMTOOL_EFBIG = 27, SYMTOOL_ENOSPC = 28, SYMTOOL_ESPIPE = 29, SYMTOOL_EPIPE = 32, SYMTOOL_ERANGE = 34,
    SYMTOOL_ENAMETOOLONG = 36, SYMTOOL_ENOSYS = 38, SYMTOOL_ENOTEMPTY = 39, SYMTOOL_ELOOP = 40, SYMTOOL_EILSEQ = 84,
    SYMTOOL_EOPNOTSUPP = 95
};

/* Flags of `open`, with Linux's values. */
enum {
    SYMTOOL_WRITE_ONLY = 1, SYMTOOL_READ_WRITE = 2, SYMTOOL_ACCESS = 3, SYMTOOL_CREATE = 0100,
    SYMTOOL_EXCLUSIVE = 0200, SYMTOOL_TRUNCATE = 01000, SYMTOOL_APPEND = 02000, SYMTOOL_NONBLOCK = 04000,
    SYMTOOL_ONLY_FOLDER = 0200000 /* O_DIRECTORY */,
    SYMTOOL_NO_LINK = 0400000 /* O_NOFOLLOW */, SYMTOOL_ONLY_NAME = 010000000 /* O_PATH */,
    SYMTOOL_UNNAMED = 020000000 /* O_TMPFILE */
};

/* Flags of the functions with a directory descriptor, with Linux's values. */
enum {
    SYMTOOL_AT_NO_FOLLOW = 0x100, SYMTOOL_AT_REMOVE_FOLDER = 0x200, SYMTOOL_AT_EFFECTIVE = 0x200 /* AT_EACCESS */,
    SYMTOOL_AT_FOLLOW = 0x400, SYMTOOL_AT_NO_MOUNT = 0x800 /* AT_NO_AUTOMOUNT */, SYMTOOL_AT_EMPTY_PATH = 0x1000,
    SYMTOOL_AT_SYNCHRONY = 0x6000 /* AT_STATX_SYNC_TYPE */
};

enum { SYMTOOL_DESCRIPTORS = 64, SYMTOOL_WORKING_FOLDER = -100 /* AT_FDCWD */ };

/* The program's user and group, which own all nodes unless --sym-stat makes the owner of a file symbolic. */
enum { SYMTOOL_USER = 1000 };

/* Kinds of nodes. The front end uses the numbers of the first two. */
enum {
    SYMTOOL_FILE,     /* bytes */
    SYMTOOL_FOLDER,   /* a directory */
    SYMTOOL_LINK,     /* a symbolic link */
    SYMTOOL_FIFO,
    SYMTOOL_SOCKET,   /* the name of a socket */
    SYMTOOL_CONSOLE,  /* the run log */
    SYMTOOL_SINK,     /* /dev/null */
    SYMTOOL_MEMORY,   /* the program's own bytes, `room` of them */
    SYMTOOL_ENDLESS,  /* a device whose contents never end: a struct __symtool_device */
    SYMTOOL_STANDARD, /* /dev/stdin and similar names: a struct __symtool_device */
    SYMTOOL_CHANNEL   /* an open pipe or socket: a struct __symtool_channel */
};

/* An object of the file system, such as a file or a directory, shared by its names and its open files. The front end creates
   the nodes of the environment with this layout. */
struct __symtool_node {
    unsigned char *bytes;     /* file: its contents; symbolic link: its target, a string */
    unsigned long size;
    unsigned long room;       /* capacity of `bytes` */
    const char *input;        /* symbolic file: name of the input for its contents */
    unsigned long least;      /* symbolic file: minimal length; `size` is the maximum */
    const char *length_input; /* symbolic length: name of the input for the length */
    struct __symtool_entry *entries; /* directory: its first entry */
    struct __symtool_node *parent;   /* directory: the directory that contains it; the root contains itself */
    int kind;
    int mode;                 /* permission bits */
    int names;                /* number of hard links: names of a file; 2 + subdirectories of a directory; 0: removed */
    long times[6];            /* the last access, modification and change of status: seconds and nanoseconds */
    unsigned owner, group;
    const char *const *properties; /* symbolic permissions, owner, group and times: the names of their inputs; else null */
};

/* An entry of a directory: a name and its node. */
struct __symtool_entry {
    struct __symtool_entry *next; /* remains valid after the removal of the entry, for readdir */
    const char *name;
    struct __symtool_node *node; /* null: removed */
};

/* What a path denotes. */
struct __symtool_place {
    struct __symtool_node *node;     /* null: nothing, but the directory exists */
    int last;                        /* kind of the last component; the members below are set if it is SYMTOOL_NAME */
    struct __symtool_node *folder;   /* the directory of the last component */
    const char *name;                /* the last component */
    unsigned long length;            /* length of `name`, which may be followed by slashes */
    struct __symtool_entry *entry;   /* the entry of the directory; null: none */
    int slash;                       /* whether slashes follow the name */
};

/* Kinds of the last component of a path. */
enum { SYMTOOL_NAME, SYMTOOL_DOT, SYMTOOL_DOT_DOT, SYMTOOL_ROOT };

/* Ways to follow a path. */
enum {
    SYMTOOL_FOLLOW = 1, /* if the last component is a symbolic link, follow it */
    SYMTOOL_PARENT = 2  /* the last component may be missing, and slashes after it have no effect except on `slash` */
};

/* A device. Bytes that are written to an endless device are discarded. */
struct __symtool_device {
    struct __symtool_node node;
    void (*fill)(void *to, unsigned long size); /* SYMTOOL_ENDLESS: stores the next bytes */
    int descriptor;                             /* SYMTOOL_STANDARD */
};

/* What an open pipe or socket does. Functions that only files need do not name the models of pipes and sockets, so that a program
   without them does not contain these models. */
struct __symtool_channel {
    struct __symtool_node node;
    int type;                                          /* the result of __symtool_node_type */
    long (*read)(struct __symtool_open *open, void *to, unsigned long size);
    long (*write)(struct __symtool_open *open, const void *from, unsigned long size);
    void (*close)(struct __symtool_open *open);        /* the last descriptor of the open file was closed */
    int (*events)(struct __symtool_open *open);        /* returns what `poll` reports, and SYMTOOL_IDLE */
};

/* Events of `poll`, with Linux's values. SYMTOOL_IDLE is symtool's: the channel waits for a connection from outside the program,
   and --sym-socket or --socket excludes a further one. */
enum {
    SYMTOOL_POLLIN = 1, SYMTOOL_POLLPRI = 2, SYMTOOL_POLLOUT = 4, SYMTOOL_POLLERR = 8, SYMTOOL_POLLHUP = 0x10,
    SYMTOOL_POLLNVAL = 0x20, SYMTOOL_POLLRDNORM = 0x40, SYMTOOL_POLLWRNORM = 0x100, SYMTOOL_POLLWRBAND = 0x200,
    SYMTOOL_POLLRDHUP = 0x2000, SYMTOOL_IDLE = 0x10000
};

/* An open file description, shared by duplicated descriptors. */
struct __symtool_open {
    struct __symtool_node *node;
    unsigned long offset;
    int flags;
    int users; /* number of descriptors of this open file; 0: free entry */
};

/* A memory stream. */
struct __symtool_memory {
    char *block, **block_place; /* null: not of open_memstream */
    unsigned long *size_place;
};

/* A stream, with the members and the layout of glibc: gnulib reads some of them. Streams are unbuffered: written bytes are in
   the file at once, so the members for output stay null. The bytes from _IO_read_ptr to _IO_read_end are pushed back. */
struct _IO_FILE {
    int _flags;
    char *_IO_read_ptr, *_IO_read_end, *_IO_read_base;
    char *_IO_write_base, *_IO_write_ptr, *_IO_write_end;
    char *_IO_buf_base, *_IO_buf_end;
    char *_IO_save_base, *_IO_backup_base, *_IO_save_end;
    struct _IO_marker *_markers;
    struct _IO_FILE *_chain;
    int _fileno;
    int _flags2;
    long _old_offset; /* number of bytes that were written after the last fflush */
    unsigned short _cur_column;
    signed char _vtable_offset;
    char _shortbuf[1];
    void *_lock;
    long _offset;
    struct _IO_codecvt *_codecvt;
    struct _IO_wide_data *_wide_data;
    struct _IO_FILE *_freeres_list;
    void *_freeres_buf; /* the memory stream, or null */
    unsigned long __pad5;
    int _mode;
    char _unused2[20]; /* memory for pushed-back bytes */
};
typedef struct _IO_FILE FILE;

/* Members of _flags, with glibc's values. SYMTOOL_STATIC and SYMTOOL_OWN_BUFFER are symtool's: the stream is no block of the
   heap; setvbuf has chosen the buffer. */
enum {
    SYMTOOL_UNBUFFERED = 2, SYMTOOL_NO_READS = 4, SYMTOOL_NO_WRITES = 8, SYMTOOL_AT_END = 0x10, SYMTOOL_FAILED = 0x20,
    SYMTOOL_STATIC = 0x10000, SYMTOOL_OWN_BUFFER = 0x20000
};

extern FILE *stdin, *stdout, *stderr;

/* Functions of the engine. */
void __symtool_output(const void *from, unsigned long size);
int __symtool_printf_list(const char *format, void *arguments);
int __symtool_format_float(char *to, unsigned long size, const char *format, double value);
void *__symtool_library_block(unsigned long size);
void __symtool_unsupported(const char *what);

/* devices.c */
void __symtool_mount_devices(void);

/* getrandom.c */
void __symtool_fill_random(void *to, unsigned long size);

/* nodes.c */
struct __symtool_node *__symtool_new_node(int kind, int mode);
int __symtool_permits(struct __symtool_node *node, int wanted);
int __symtool_owns(struct __symtool_node *node);
int __symtool_reserve(struct __symtool_node *node, unsigned long room);
void __symtool_settle(struct __symtool_node *node);
void __symtool_settle_properties(struct __symtool_node *node);

/* entries.c */
struct __symtool_entry *__symtool_entries(struct __symtool_node *folder);
struct __symtool_entry *__symtool_find_entry(struct __symtool_node *folder, const char *name, unsigned long *length);
int __symtool_can_change(struct __symtool_node *folder);
int __symtool_is_fixed(struct __symtool_node *node);
int __symtool_is_in_devices(struct __symtool_node *folder);
void __symtool_add_entry(struct __symtool_place *place, struct __symtool_node *node);
void __symtool_remove_entry(struct __symtool_place *place);
struct __symtool_node *__symtool_make(struct __symtool_place *place, int kind, int mode);

/* paths.c */
extern struct __symtool_node *__symtool_working_folder;
int __symtool_fail(int number);
int __symtool_walk(int from, const char *path, int how, struct __symtool_place *to);
struct __symtool_node *__symtool_find(int from, const char *path, int flags);
int __symtool_walk_to_new(int from, const char *path, int is_folder, struct __symtool_place *to);

/* folder_path.c */
char *__symtool_folder_path(struct __symtool_node *folder);

/* node_type.c: types of nodes as in the upper bits of st_mode and in d_type, with Linux's values */
enum { SYMTOOL_TYPE_FIFO = 1, SYMTOOL_TYPE_SOCKET = 12 };
int __symtool_node_type(struct __symtool_node *node);

/* umask.c */
extern int __symtool_mask;

/* descriptors.c */
struct __symtool_open *__symtool_opened(int descriptor);
int __symtool_can_open(void);
int __symtool_open_node(struct __symtool_node *node, int flags);
int __symtool_open_memory(struct __symtool_node *node, int flags);
int __symtool_put_open(struct __symtool_open *open, int least);
long __symtool_write_at(struct __symtool_open *open, const void *from, unsigned long size, unsigned long at);

/* streams.c */
int __symtool_mode_flags(const char *mode);
int __symtool_stream_flags(int flags);
void __symtool_drop_pushed(FILE *file);
FILE *__symtool_new_stream(int descriptor, int flags);
FILE *__symtool_own_stream(int descriptor, int flags);
int __symtool_on_console(FILE *file);

/* signal.c */
int __symtool_raise(int number);

/* publish.c */
void __symtool_publish(FILE *file, int closes);

/* Functions of the library. */
void *malloc(unsigned long size);
void *calloc(unsigned long count, unsigned long size);
void *realloc(void *block, unsigned long size);
void free(void *block);
void *memcpy(void *to, const void *from, unsigned long size);
void *memmove(void *to, const void *from, unsigned long size);
void *memset(void *to, int byte, unsigned long size);
unsigned long strlen(const char *s);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, unsigned long n);
char *strerror(int number);
void klee_make_symbolic(void *object, unsigned long size, const char *name);
int klee_range(int begin, int end, const char *name);
void klee_assume(unsigned long condition);

/* POSIX functions under names that a program cannot define. */
int __symtool_open(const char *name, int flags, int mode);
int __symtool_open_at(int folder, const char *name, int flags, int mode);
int __symtool_close(int descriptor);
long __symtool_read(int descriptor, void *to, unsigned long size);
long __symtool_write(int descriptor, const void *from, unsigned long size);
long __symtool_lseek(int descriptor, long offset, int whence);
int __symtool_dup2(int from, int to);
int __symtool_unlink_at(int folder, const char *name);
int __symtool_rmdir_at(int folder, const char *name);

int fgetc(FILE *file);
int fputc(int c, FILE *file);
int fputs(const char *s, FILE *file);
int ungetc(int c, FILE *file);
int fclose(FILE *file);
int fflush(FILE *file);
int fseek(FILE *file, long offset, int whence);
long ftell(FILE *file);
unsigned long fread(void *to, unsigned long size, unsigned long count, FILE *file);
unsigned long fwrite(const void *from, unsigned long size, unsigned long count, FILE *file);
long getdelim(char **line, unsigned long *size, int end, FILE *file);
int vfprintf(FILE *file, const char *format, va_list list);
int vsnprintf(char *to, unsigned long size, const char *format, va_list list);
int vasprintf(char **to, const char *format, va_list list);
int vfscanf(FILE *file, const char *format, va_list list);
