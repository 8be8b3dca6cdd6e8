/* mkdir, rmdir, remove, unlink, mkfifo and mknod, and the streams of directories. */
#include "scratch.h"
#include <dirent.h>

static void creation(void)
{
    show("mkdir", mkdir("a", 0777));
    show("mkdir", mkdir("a/b/", 0700));
    show("mkdir", mkdir("a/b/c//", 01777));
    describe("a");
    describe("a/b");
    describe("a/b/c");
    show("exists", mkdir("a", 0777));
    show("exists", mkdir("a/", 0777));
    show("exists", mkdir("/", 0777));
    show("exists", mkdir(".", 0777));
    show("exists", mkdir("a/..", 0777));
    show("missing", mkdir("x/y", 0777));
    show("missing", mkdir("x/../y", 0777));
    show("empty", mkdir("", 0777));
    create("f", "text");
    show("file", mkdir("f", 0777));
    show("file", mkdir("f/", 0777));
    show("file", mkdir("f/x", 0777));
    show("file", open("f/", O_RDONLY));
    show("file", open("f/..", O_RDONLY));
    show("file", access("f/", F_OK));
    create("a/b/f", "deep");
    contents("a/b/f");
    contents("./a/../a//b/./c/../f");
    contents("a/x/f");
    char path[400];
    memset(path, 'n', 300);
    path[300] = 0;
    show("long", mkdir(path, 0777));
    show("long", open(path, O_RDONLY));
    path[255] = 0;
    show("long", mkdir(path, 0777));
    show("long", rmdir(path));
    umask(077);
    show("mask", mkdir("mask", 0777));
    describe("mask");
    create("mask/f", "");
    describe("mask/f");
    umask(022);
    show("mask", unlink("mask/f"));
    show("mask", rmdir("mask"));
}

static void other_kinds(void)
{
    show("fifo", mkfifo("fifo", 0666));
    describe("fifo");
    show("fifo", mkfifo("fifo", 0600));
    show("fifo", mkfifo("fifo2/", 0600));
    show("fifo", mkfifoat(AT_FDCWD, "fifo2", 01600));
    describe("fifo2");
    show("node", mknod("node", S_IFREG | 0640, 0));
    describe("node");
    show("node", mknod("node", 0, 0));
    show("node", mknodat(AT_FDCWD, "node2", 0, 0));
    describe("node2");
    show("socket", mknod("socket", S_IFSOCK | 0777, 0));
    describe("socket");
    show("socket", open("socket", O_RDWR));
    show("device", mknod("device", S_IFCHR | 0777, 0x103));
    show("device", mknod("device", S_IFBLK | 0777, 0));
    show("folder", mknod("folder", S_IFDIR | 0777, 0));
    show("link", mknod("link", S_IFLNK | 0777, 0));
    show("kinds", mkfifo("kinds", S_IFREG | 0600));
    show("kinds", mknod("kinds", S_IFSOCK | S_IFIFO | 0600, 0));
    const char *names[] = {"fifo", "fifo2", "node", "node2", "socket"};
    for (int i = 0; i < 5; i++)
        show(names[i], unlink(names[i]));
}

/* Prints the entries of a directory in the order of their names. */
static void list(DIR *stream)
{
    char names[16][24];
    int count = 0;
    struct dirent *entry;
    while ((entry = readdir(stream)) != NULL)
        sprintf(names[count++], "%s %d", entry->d_name, entry->d_type);
    qsort(names, count, sizeof *names, (int (*)(const void *, const void *))strcmp);
    for (int i = 0; i < count; i++)
        printf("%s%s", names[i], i + 1 < count ? ", " : "\n");
}

static void streams(void)
{
    show("mkdir", mkdir("d", 0755));
    create("d/one", "1");
    create("d/two", "2");
    show("mkdir", mkdir("d/three", 0755));
    show("symlink", symlink("one", "d/link"));
    show("mkfifo", mkfifo("d/fifo", 0600));
    DIR *stream = opendir("d");
    list(stream);
    show("end", readdir(stream) == NULL);
    show("unlink", unlink("d/two"));
    rewinddir(stream);
    list(stream);
    struct stat by_name, by_stream;
    stat("d", &by_name);
    show("dirfd", fstat(dirfd(stream), &by_stream));
    show("same", by_name.st_ino == by_stream.st_ino && by_name.st_dev == by_stream.st_dev);
    rewinddir(stream);
    readdir(stream);
    long at = telldir(stream);
    char second[256], again[256];
    strcpy(second, readdir(stream)->d_name);
    readdir(stream);
    seekdir(stream, at);
    strcpy(again, readdir(stream)->d_name);
    show("seekdir", strcmp(second, again));
    rewinddir(stream);
    show("inode", readdir(stream)->d_ino != 0);
    int d = dirfd(stream);
    show("closedir", closedir(stream));
    show("closed", fstat(d, &by_name));

    d = open("d/three", O_RDONLY | O_DIRECTORY);
    stream = fdopendir(d);
    list(stream);
    show("dirfd", dirfd(stream) == d);
    show("closedir", closedir(stream));
    show_address("closed", fdopendir(d));
    d = open("d/one", O_RDONLY);
    show_address("file", fdopendir(d));
    close(d);
    show_address("file", opendir("d/one"));
    show_address("missing", opendir("d/two"));
    show_address("empty", opendir(""));

    show("not empty", rmdir("d"));
    show("not empty", remove("d"));
    stream = opendir("d");
    struct dirent *entry;
    int removed = 0;
    while ((entry = readdir(stream)) != NULL) {
        char name[300];
        sprintf(name, "d/%s", entry->d_name);
        removed += entry->d_name[0] != '.' && remove(name) == 0;
    }
    show("removed", removed);
    rewinddir(stream);
    list(stream);
    show("rmdir", rmdir("d"));
    rewinddir(stream);
    show("gone", closedir(stream));
    show("gone", rmdir("d"));
}

static void removal(void)
{
    show("not empty", rmdir("a"));
    show("not empty", rmdir("a/b/"));
    show("file", rmdir("f"));
    show("file", rmdir("f/"));
    show("missing", rmdir("x"));
    show("missing", rmdir("x/y"));
    show("dot", rmdir("a/."));
    show("dots", rmdir("a/.."));
    show("root", rmdir("/"));
    show("directory", unlink("a"));
    show("directory", unlink("a/"));
    show("directory", unlink("."));
    show("directory", unlink("/"));
    show("slash", unlink("f/"));
    show("slash", unlink("x/"));
    show("file", unlink("f/x"));
    show("unlinkat", unlinkat(AT_FDCWD, "a/b/c", 0));
    show("unlinkat", unlinkat(AT_FDCWD, "a/b/f", AT_REMOVEDIR));
    show("unlinkat", unlinkat(AT_FDCWD, "a/b/c", AT_REMOVEDIR));
    show("unlinkat", unlinkat(AT_FDCWD, "a/b/f", 0));
    show("unlinkat", unlinkat(AT_FDCWD, "a/b/f", 1));
    show("remove", remove("a/b"));
    show("rmdir", rmdir("a/"));
    show("remove", remove("f"));
    show("remove", remove("f"));
}

static void opening(void)
{
    char byte;
    show("mkdir", mkdir("d", 0755));
    create("f", "text");
    show("write", open("d", O_WRONLY));
    show("write", open("d", O_RDWR));
    show("create", open("d", O_RDONLY | O_CREAT, 0600));
    show("create", open("x/", O_RDWR | O_CREAT, 0600));
    show("create", open("f/", O_RDWR | O_CREAT, 0600));
    show("create", open(".", O_RDWR | O_CREAT, 0600));
    show("create", open("f/x", O_RDWR | O_CREAT, 0600));
    show("create", open("x/x", O_RDWR | O_CREAT, 0600));
    show("exclusive", open("d", O_RDWR | O_CREAT | O_EXCL, 0600));
    show("exclusive", open("f", O_RDWR | O_CREAT | O_EXCL, 0600));
    show("truncate", open("d", O_RDONLY | O_TRUNC));
    show("truncate", truncate("d", 0));
    show("only directory", open("f", O_RDONLY | O_DIRECTORY));
    show("only directory", open("x", O_RDONLY | O_DIRECTORY));
    int d = open("d/", O_RDONLY | O_DIRECTORY);
    show("read", read(d, &byte, 1));
    show("pread", pread(d, &byte, 1, 0));
    show("write", write(d, &byte, 1));
    show("ftruncate", ftruncate(d, 0));
    show("fchmod", fchmod(d, 0700));
    describe("d");
    show("close", close(d));
    FILE *file = fopen("d", "r");
    show_address("fopen", file);
    errno = 0;
    int c = fgetc(file), number = errno;
    printf("%d %d %d %d\n", c, number, feof(file) != 0, ferror(file) != 0);
    fclose(file);
    show_address("fopen", fopen("d", "w"));
    show_address("fopen", fopen("d", "a"));
    show("unlink", unlink("f"));
    show("rmdir", rmdir("d"));
}

/* The names that the library chooses; errno is unchanged after success. */
static void chosen_names(void)
{
    char file[] = "fileXXXXXX", folder[] = "folderXXXXXX", name[L_tmpnam];
    errno = 7;
    int d = mkstemp(file);
    printf("mkstemp: %d %d\n", d >= 0, errno);
    close(d);
    printf("mkdtemp: %d %d\n", mkdtemp(folder) == folder, errno);
    printf("tmpnam: %d %d\n", tmpnam(name) == name, errno);
    show("remove", remove(file));
    show("remove", remove(folder));
}

/* Directories and devices of another user. */
static void foreign(void)
{
    show("rmdir", rmdir("/dev"));
    show("rmdir", rmdir("/tmp"));
    show("rename", rename("/dev", "/x"));
    show("rename", rename("/tmp", "/x"));
    show("rename", rename("/tmp", "x"));
    show("rename", rename("/dev/null", "x"));
    show("rename", rename("/dev/null", "/dev/x"));
    show("link", link("/dev/null", "x"));
    show("link", link("/dev/none", "x"));
    show("unlink", unlink("/dev/null"));
    show("mkdir", mkdir("/dev/x", 0755));
    show("chmod", chmod("/dev", 0755));
    show("chmod", chmod("/tmp", 0755));
    show("chmod", chmod("/dev/null", 0666));
    show("chmod", chmod("/dev/zero", 0666));
    int d = open("/dev/null", O_RDWR);
    show("fchmod", fchmod(d, 0666));
    close(d);
    create("f", "");
    show("rename", rename("f", "/dev/f"));
    show("link", link("f", "/dev/f"));
    show("unlink", unlink("f"));
}

int main(void)
{
    enter_scratch();
    creation();
    other_kinds();
    streams();
    removal();
    opening();
    chosen_names();
    foreign();
    leave_scratch();
    return 0;
}
