/* Symbolic links and hard links, and realpath. */
#include "scratch.h"

static void target(const char *name)
{
    char to[64];
    long n = readlink(name, to, sizeof to);
    if (n < 0)
        show(name, n);
    else
        printf("%s -> %.*s\n", name, (int)n, to);
}

/* Prints the real path of a name without the temporary directory. */
static void real(const char *name)
{
    char to[4096], *path = realpath(name, to);
    char *made = canonicalize_file_name(name);
    int same = path == NULL ? made == NULL : made != NULL && strcmp(path, made) == 0;
    free(made);
    if (path == NULL)
        show(name, -1);
    else if (strncmp(path, scratch, strlen(scratch)) == 0)
        printf("%s is %s, %d\n", name, path + strlen(scratch), same);
    else
        printf("%s is outside: %s, %d\n", name, path, same);
}

static void links(void)
{
    char to[8];
    show("mkdir", mkdir("d", 0755));
    create("d/f", "text");
    show("symlink", symlink("d/f", "link"));
    show("symlink", symlink("f", "d/near"));
    show("symlink", symlink("../d", "d/up"));
    show("symlink", symlink("nowhere", "dangling"));
    show("symlink", symlinkat("d/", AT_FDCWD, "folder"));
    show("symlink", symlink("/dev/null", "null"));
    show("exists", symlink("x", "link"));
    show("exists", symlink("x", "d"));
    show("empty", symlink("", "x"));
    show("empty", symlink("x", ""));
    show("slash", symlink("x", "y/"));
    show("missing", symlink("x", "y/z"));
    target("link");
    target("d/near");
    target("d/up/up/near");
    target("dangling");
    target("d");
    target("d/f");
    target("folder");
    target("folder/");
    target("missing");
    show("short", readlink("link", to, 2));
    show("size", readlink("link", to, 0));
    printf("%.2s\n", to);
    show("at", readlinkat(AT_FDCWD, "link", to, sizeof to));
    describe("link");
    describe("folder");
    describe("folder/");
    contents("link");
    contents("d/near");
    contents("folder/near");
    contents("d/up/up/up/f");
    contents("dangling");
    contents("null");
    struct stat of, file;
    show("stat", stat("link", &of));
    stat("d/f", &file);
    printf("%o %d\n", (unsigned)of.st_mode, of.st_ino == file.st_ino);
    show("lstat", lstat("link", &of));
    printf("%d\n", of.st_ino == file.st_ino);
    show("fstatat", fstatat(AT_FDCWD, "link", &of, AT_SYMLINK_NOFOLLOW));
    printf("%d\n", S_ISLNK(of.st_mode));
    show("stat", stat("dangling", &of));
    show("stat", stat("null", &of));
    printf("%d\n", S_ISCHR(of.st_mode));
    show("access", access("link", R_OK));
    show("access", access("dangling", F_OK));
    show("faccessat", faccessat(AT_FDCWD, "dangling", F_OK, AT_SYMLINK_NOFOLLOW));
    real("link");
    real("folder");
    real("d/up/up/near");
    real(".");
    real("/");
    real("/dev/../dev/./null");
    real("dangling");
    real("missing");
    real("d/f/");
    real("");
    show_address("null", realpath(NULL, NULL));
}

static void changes(void)
{
    struct stat of;
    int d = open("dangling", O_WRONLY | O_CREAT | O_EXCL, 0600);
    show("exclusive", d);
    show("no follow", open("link", O_RDONLY | O_NOFOLLOW));
    show("no follow", open("folder", O_RDONLY | O_NOFOLLOW | O_DIRECTORY));
    d = open("folder/", O_RDONLY | O_NOFOLLOW | O_DIRECTORY);
    show("no follow", d < 0 ? -1 : close(d));
    d = open("dangling", O_WRONLY | O_CREAT, 0600);
    show("create", d < 0 ? -1 : write(d, "new", 3));
    close(d);
    contents("nowhere");
    contents("dangling");
    show("create", open("dangling/", O_WRONLY | O_CREAT, 0600));
    show("chmod", chmod("link", 0600));
    show("chmod", fchmodat(AT_FDCWD, "link", 0600, AT_SYMLINK_NOFOLLOW));
    describe("link");
    describe("d/f");
    struct timespec times[2] = {{1, 2}, {3, 4}};
    show("utimensat", utimensat(AT_FDCWD, "link", times, AT_SYMLINK_NOFOLLOW));
    lstat("link", &of);
    printf("%ld\n", (long)of.st_mtim.tv_sec);
    stat("link", &of);
    printf("%d\n", of.st_mtim.tv_sec == 3);
    show("chown", lchown("dangling", -1, -1));
    show("mkdir", mkdir("dangling", 0777));
    show("rmdir", rmdir("folder"));
    show("rmdir", rmdir("folder/"));
    show("unlink", unlink("folder/"));
    show("rename", rename("link", "moved"));
    target("moved");
    target("link");
    show("rename", rename("moved", "folder"));
    target("folder");
    contents("folder");
    show("remove", remove("folder"));
    contents("d/f");
    show("truncate", truncate("dangling", 1));
    contents("nowhere");
    show("unlink", unlink("dangling"));
    contents("nowhere");
    show("unlink", unlink("nowhere"));
}

static void loops(void)
{
    char from[8], to[8];
    show("symlink", symlink("a", "b"));
    show("symlink", symlink("b", "a"));
    show("loop", open("a", O_RDONLY));
    show("loop", open("a", O_RDWR | O_CREAT, 0600));
    show("loop", access("a/b", F_OK));
    show("loop", mkdir("a/x", 0777));
    show("self", symlink("self", "self"));
    show("self", chdir("self"));
    real("self");
    create("0", "end");
    for (int i = 0; i < 42; i++) {
        sprintf(from, "%d", i);
        sprintf(to, "%d", i + 1);
        symlink(from, to);
    }
    show("40 links", access("40", F_OK));
    show("41 links", access("41", F_OK));
    for (int i = 0; i <= 42; i++) {
        sprintf(from, "%d", i);
        unlink(from);
    }
    const char *names[] = {"a", "b", "self"};
    for (int i = 0; i < 3; i++)
        show(names[i], unlink(names[i]));
}

static void hard_links(void)
{
    struct stat one, two;
    show("link", link("d/f", "f"));
    describe("f");
    stat("d/f", &one);
    stat("f", &two);
    printf("%d\n", one.st_ino == two.st_ino);
    show("linkat", linkat(AT_FDCWD, "f", AT_FDCWD, "d/g", 0));
    describe("f");
    show("exists", link("f", "d/g"));
    show("exists", link("f", "."));
    show("missing", link("x", "y"));
    show("missing", link("f", "x/y"));
    show("directory", link("d", "e"));
    show("slash", link("f", "e/"));
    show("flags", linkat(AT_FDCWD, "f", AT_FDCWD, "e", 1));
    show("same", rename("f", "d/g"));
    describe("f");
    int d = open("f", O_RDWR);
    show("write", write(d, "T", 1));
    contents("d/g");
    show("unlink", unlink("f"));
    show("unlink", unlink("d/g"));
    fstat(d, &one);
    printf("%ld\n", (long)one.st_nlink);
    show("symlink", symlink("d/f", "s"));
    show("link", link("s", "t"));
    target("t");
    describe("s");
    show("linkat", linkat(AT_FDCWD, "s", AT_FDCWD, "u", AT_SYMLINK_FOLLOW));
    describe("u");
    contents("u");
    const char *names[] = {"s", "t", "u", "d/f", "d/near", "d/up", "null"};
    for (int i = 0; i < 7; i++)
        show(names[i], unlink(names[i]));
    fstat(d, &one);
    printf("%ld\n", (long)one.st_nlink);
    close(d);
    show("rmdir", rmdir("d"));
}

int main(void)
{
    enter_scratch();
    links();
    changes();
    loops();
    hard_links();
    leave_scratch();
    return 0;
}
