/* The working directory, functions with a directory descriptor, and rename. */
#include "scratch.h"

/* Prints the working directory without the temporary directory. */
static void here(void)
{
    char to[4096];
    if (getcwd(to, sizeof to) == NULL)
        show("getcwd", -1);
    else if (strncmp(to, scratch, strlen(scratch)) == 0)
        printf("in %s\n", to + strlen(scratch));
    else
        printf("outside: %s\n", to);
}

static void changes(void)
{
    char small[40], outer[40];
    show("mkdir", mkdir("a", 0755));
    show("mkdir", mkdir("a/b", 0755));
    create("a/f", "file of a");
    here();
    show("chdir", chdir("a/b/"));
    here();
    show_address("small", getcwd(small, 22));
    contents("../f");
    show("chdir", chdir(".."));
    here();
    contents("f");
    show("file", chdir("f"));
    show("missing", chdir("x"));
    show("empty", chdir(""));
    show("symlink", symlink("b/..", "link"));
    show("chdir", chdir("link/link/b"));
    here();
    int d = open("..", O_RDONLY | O_DIRECTORY);
    show("chdir", chdir("/"));
    here();
    show("fchdir", fchdir(d));
    here();
    int f = open("f", O_RDONLY);
    show("file", fchdir(f));
    show("closed", fchdir(77));
    close(f);
    close(d);
    char *made = getcwd(NULL, 0);
    show("made", strcmp(made + strlen(scratch), "/a"));
    free(made);
    made = getcwd(NULL, 200);
    show("made", strcmp(made + strlen(scratch), "/a"));
    free(made);
    show_address("made", getcwd(NULL, 3));
    show("chdir", chdir("b"));
    show("rmdir", rmdir("../b"));
    here();
    show("removed", mkdir("x", 0755));
    show("removed", open("x", O_RDWR | O_CREAT, 0600));
    show("removed", access("x", F_OK));
    show("removed", rename(strcat(strcpy(outer, scratch), "/a"), "x"));
    show("removed", access(".", F_OK));
    contents("../f");
    show("chdir", chdir("../.."));
    here();
    show("unlink", unlink("a/link"));
}

static void descriptors(void)
{
    struct stat of;
    char to[8];
    show("mkdir", mkdir("d", 0755));
    int d = open("d", O_RDONLY | O_DIRECTORY), a = open("a", O_RDONLY);
    int f = openat(d, "f", O_RDWR | O_CREAT, 0640);
    show("openat", f < 0 ? -1 : write(f, "abc", 3));
    contents("d/f");
    show("fstatat", fstatat(d, "f", &of, 0));
    printf("%o %ld\n", (unsigned)of.st_mode, (long)of.st_size);
    show("fstatat", fstatat(f, "", &of, AT_EMPTY_PATH));
    printf("%ld\n", (long)of.st_size);
    show("fstatat", fstatat(AT_FDCWD, "", &of, AT_EMPTY_PATH));
    printf("%d\n", S_ISDIR(of.st_mode));
    show("file", openat(f, "x", O_RDONLY));
    show("closed", openat(77, "x", O_RDONLY));
    show("missing", openat(d, "x", O_RDONLY));
    show("absolute", close(openat(77, "/dev/null", O_RDONLY)));
    show("up", close(openat(d, "../d/f", O_RDONLY)));
    show("mkdirat", mkdirat(d, "e", 0700));
    show("faccessat", faccessat(d, "e", W_OK, 0));
    show("faccessat", faccessat(d, "e/x", W_OK, 0));
    show("symlinkat", symlinkat("f", d, "link"));
    show("readlinkat", readlinkat(d, "link", to, sizeof to));
    show("linkat", linkat(d, "f", a, "f2", 0));
    show("fchmodat", fchmodat(a, "f2", 0604, 0));
    fstat(f, &of);
    printf("%o %ld\n", (unsigned)of.st_mode, (long)of.st_nlink);
    show("fchownat", fchownat(a, "f2", -1, -1, 0));
    struct timespec times[2] = {{1, 2}, {3, 4}};
    show("utimensat", utimensat(a, "f2", times, 0));
    show("utimensat", utimensat(f, NULL, times, 0));
    show("mkfifoat", mkfifoat(d, "fifo", 0600));
    show("renameat", renameat(a, "f2", d, "e/f3"));
    contents("d/e/f3");
    show("unlinkat", unlinkat(d, "e", AT_REMOVEDIR));
    show("unlinkat", unlinkat(d, "e/f3", 0));
    show("unlinkat", unlinkat(d, "e", AT_REMOVEDIR));
    show("unlinkat", unlinkat(d, "link", 0));
    show("unlinkat", unlinkat(d, "fifo", 0));
    show("unlinkat", unlinkat(d, "f", 0));
    show("rmdir", rmdir("d"));
    show("removed", openat(d, "f", O_RDWR | O_CREAT, 0600));
    show("removed", mkdirat(d, "f", 0700));
    show("removed", fchdir(d));
    here();
    chdir(scratch);
    close(f);
    close(d);
    close(a);
}

static void renames(void)
{
    create("f", "file");
    show("mkdir", mkdir("b", 0755));
    show("mkdir", mkdir("b/c", 0755));
    show("mkdir", mkdir("empty", 0755));
    show("file over directory", rename("f", "empty"));
    show("directory over file", rename("b", "f"));
    show("not empty", rename("empty", "a"));
    show("not empty", rename("b/c", "b"));
    show("into itself", rename("b", "b/c/d"));
    show("into itself", rename("b", "b/d"));
    show("itself", rename("b", "b/"));
    show("missing", rename("x", "y"));
    show("missing", rename("f", "x/y"));
    show("empty", rename("", "x"));
    show("empty", rename("f", ""));
    show("slash", rename("f", "x/"));
    show("slash", rename("f/", "x"));
    show("dot", rename(".", "x"));
    show("dot", rename("b", "b/.."));
    show("root", rename("/", "x"));
    show("in a file", rename("f/x", "x"));
    show("rename", rename("b", "a/b/"));
    show("rename", rename("a/b", "empty"));
    describe("empty/c");
    show("chdir", chdir("empty/c"));
    show("rename", rename("../../empty", "../../full"));
    here();
    show("rename", rename("../../f", "g"));
    contents("g");
    contents("../../full/c/g");
    show("chdir", chdir("../.."));
    here();
    show("rename", rename("full/c/g", "a/f"));
    contents("a/f");
    int d = open("a/f", O_RDONLY);
    create("g", "other");
    show("rename", rename("g", "a/f"));
    struct stat of;
    fstat(d, &of);
    printf("%ld\n", (long)of.st_nlink);
    contents("a/f");
    close(d);
    show("unlink", unlink("a/f"));
    show("rmdir", rmdir("full/c"));
    show("rmdir", rmdir("full"));
    show("rmdir", rmdir("a"));
}

int main(void)
{
    enter_scratch();
    changes();
    descriptors();
    renames();
    leave_scratch();
    return 0;
}
