/* Random calls of the functions of the file system, on few names, so that most kinds of nodes and errors occur. The working
   directory lies so deep that no path leads out of the temporary directory. */
#include "support.h"
#include "scratch.h"
#include <dirent.h>

enum { DEPTH = 180, ROUNDS = 3000 };

static int base, with_modes;
static long counts[2]; /* calls that succeed and that fail */

/* Stores a random path of up to `most` components. */
static void random_path(char *to, int most)
{
    static const char *const parts[] = {"a", "b", "c", "a", "b", "c", "a", "b", ".", ".."};
    int n = 1 + (int)below((unsigned)most);
    *to = 0;
    for (int i = 0; i < n; i++) {
        if (i > 0)
            strcat(to, below(20) == 0 ? "//" : "/");
        strcat(to, parts[below(COUNT(parts))]);
    }
    if (below(8) == 0)
        strcat(to, "/");
}

static unsigned random_mode(void)
{
    return with_modes && below(3) == 0 ? below(8) << 6 | below(64) : 0700 | below(64);
}

static void note(const char *what, const char *one, const char *two, long result)
{
    counts[result < 0]++;
    printf("%s %s %s: %ld %d\n", what, one, two, result, result < 0 ? errno : 0);
}

static long opened(const char *name)
{
    static const int extra[] = {0, 0, O_CREAT, O_CREAT, O_CREAT, O_CREAT | O_EXCL, O_TRUNC, O_DIRECTORY, O_NOFOLLOW};
    int flags = (int)below(3) | extra[below(COUNT(extra))] | extra[below(4)];
    if ((flags & O_CREAT) && (flags & O_DIRECTORY)) /* fails only with new kernels */
        flags &= ~O_DIRECTORY;
    int d = open(name, flags, random_mode());
    return d < 0 ? -1 : (close(d), flags);
}

static long listed(const char *name)
{
    DIR *stream = opendir(name);
    if (stream == NULL)
        return -1;
    long all = 0;
    for (struct dirent *entry; (entry = readdir(stream)) != NULL;)
        all += 1 + 100 * entry->d_type + entry->d_name[0];
    closedir(stream);
    return all;
}

/* Returns the length of the real path, and prints its end. */
static long real(const char *name)
{
    char to[4096];
    if (with_modes || realpath(name, to) == NULL) /* libraries check permissions in different orders */
        return -1;
    printf("%s\n", to + strlen(to) - 10);
    return (long)strlen(to);
}

static long described(const char *name, int flags)
{
    struct stat s;
    if (fstatat(AT_FDCWD, name, &s, flags) != 0)
        return -1;
    return (long)s.st_mode + (S_ISDIR(s.st_mode) ? 0 : 1000000 * (long)s.st_nlink + 100000000 * (long)s.st_size);
}

static long target(const char *name)
{
    char to[16];
    long n = readlink(name, to, sizeof to);
    return n < 0 ? n : n * 1000 + to[0];
}

static void step(void)
{
    char one[32], two[32];
    random_path(one, 3);
    random_path(two, below(2) ? 3 : 2);
    errno = 0;
    switch (below(20)) {
    case 0:
    case 1: note("mkdir", one, "", mkdir(one, random_mode())); break;
    case 2: note("rmdir", one, "", rmdir(one)); break;
    case 3: note("unlink", one, "", unlink(one)); break;
    case 4:
    case 5:
    case 6: note("open", one, "", opened(one)); break;
    case 7:
    case 8:
    case 9: note("rename", one, two, rename(one, two)); break;
    case 10: note("link", one, two, link(one, two)); break;
    case 11: note("symlink", two, one, symlink(two, one)); break;
    case 12: note("stat", one, "", described(one, 0)); break;
    case 13: note("lstat", one, "", described(one, AT_SYMLINK_NOFOLLOW)); break;
    case 14: note("readlink", one, "", target(one)); break;
    case 15: note("access", one, "", access(one, (int)below(8))); break;
    case 16: note("opendir", one, "", listed(one)); break;
    case 17:
        if (with_modes)
            note("chmod", one, "", chmod(one, random_mode()));
        else
            note("realpath", one, "", real(one));
        break;
    case 18: note("remove", one, "", remove(one)); break;
    default: note("linkat", one, two, linkat(AT_FDCWD, one, AT_FDCWD, two, AT_SYMLINK_FOLLOW)); break;
    }
}

/* Stores the name of an entry of the working directory. Returns whether there is one. */
static int any_entry(char *to)
{
    struct dirent *entry;
    DIR *stream = opendir(".");
    int found = 0;
    while (!found && (entry = readdir(stream)) != NULL) {
        strcpy(to, entry->d_name);
        found = strcmp(to, ".") != 0 && strcmp(to, "..") != 0;
    }
    closedir(stream);
    return found;
}

/* Removes everything in the working directory. No stream stays open, because the number of descriptors is limited. */
static void clear(void)
{
    char name[256];
    struct stat s;
    while (any_entry(name)) {
        if (lstat(name, &s) != 0 || !S_ISDIR(s.st_mode)) {
            unlink(name);
            continue;
        }
        chmod(name, 0700);
        if (chdir(name) == 0) {
            clear();
            chdir("..");
        }
        rmdir(name);
    }
}

/* Restores the permissions of the working directory and of its parent, and removes what has accumulated. */
static void restore(int round)
{
    fchmod(base, 0700);
    fchdir(base);
    chmod("..", 0700);
    if (round % 150 == 0)
        clear();
}

int main(void)
{
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    enter_scratch();
    for (int i = 0; i < DEPTH; i++)
        if (mkdir("n", 0700) != 0 || chdir("n") != 0)
            return 1;
    base = open(".", O_RDONLY | O_DIRECTORY);
    for (with_modes = 0; with_modes < 2; with_modes++) {
        for (int i = 0; i < ROUNDS; i++) {
            char path[32];
            restore(i);
            random_path(path, 3);
            if (below(4) == 0)
                note("chdir", path, "", chdir(path));
            step();
        }
        printf("%ld succeed, %ld fail\n", counts[0], counts[1]);
    }
    close(base);
    chdir(scratch);
    clear();
    leave_scratch();
    return 0;
}
