/* The permissions of files and directories, for a user who owns them. */
#include "scratch.h"
#include <dirent.h>

static void files(void)
{
    create("f", "text");
    show("chmod", chmod("f", 0200));
    show("read", open("f", O_RDONLY));
    show("read and write", open("f", O_RDWR));
    show("truncate", open("f", O_RDONLY | O_TRUNC));
    show("write", close(open("f", O_WRONLY)));
    show("chmod", chmod("f", 0444));
    show("read", close(open("f", O_RDONLY)));
    show("write", open("f", O_WRONLY));
    show("truncate", open("f", O_RDONLY | O_TRUNC));
    show("truncate", truncate("f", 0));
    show("create", open("f", O_WRONLY | O_CREAT, 0600));
    show_address("fopen", fopen("f", "a"));
    for (int mode = 0; mode < 8; mode++) {
        chmod("f", mode << 6 | 077);
        for (int wanted = 0; wanted < 8; wanted++)
            printf("%d", access("f", wanted));
        printf("\n");
    }
    show("invalid", access("f", 8));
    show("chmod", chmod("f", 0));
    show("rename", rename("f", "g"));
    show("link", symlink("g", "f"));
    show("read", open("f", O_RDONLY));
    show("unlink", unlink("g"));
    show("unlink", unlink("f"));
    int d = open("new", O_RDWR | O_CREAT, 0);
    show("new", d < 0 ? -1 : write(d, "x", 1));
    close(d);
    show("new", open("new", O_RDONLY));
    show("new", unlink("new"));
}

static void directories(void)
{
    show("mkdir", mkdir("d", 0755));
    create("d/f", "text");
    show("mkdir", mkdir("d/e", 0755));
    show("no search", chmod("d", 0600));
    show("open", open("d/f", O_RDONLY));
    show("stat", access("d/f", F_OK));
    show("missing", access("d/x", F_OK));
    show("mkdir", mkdir("d/x", 0700));
    show("exists", mkdir("d/e", 0700));
    show("unlink", unlink("d/f"));
    show("chdir", chdir("d"));
    show("dots", access("d/..", F_OK));
    show("itself", access("d", R_OK));
    DIR *stream = opendir("d");
    show_address("opendir", stream);
    closedir(stream);
    show("no reading", chmod("d", 0300));
    show_address("opendir", opendir("d"));
    show("open", open("d", O_RDONLY | O_DIRECTORY));
    show("open", close(open("d/f", O_RDONLY)));
    show("mkdir", mkdir("d/x", 0700));
    show("no writing", chmod("d", 0500));
    show("open", close(open("d/f", O_RDWR)));
    show("create", open("d/y", O_RDWR | O_CREAT, 0600));
    show("exists", close(open("d/f", O_RDWR | O_CREAT, 0600)));
    show("mkdir", mkdir("d/y", 0700));
    show("exists", mkdir("d/x", 0700));
    show("rmdir", rmdir("d/x"));
    show("missing", rmdir("d/y"));
    show("unlink", unlink("d/f"));
    show("unlink", unlink("d/e"));
    show("missing", unlink("d/y"));
    show("symlink", symlink("x", "d/y"));
    show("link", link("d/f", "d/y"));
    show("fifo", mkfifo("d/y", 0600));
    show("device", mknod("d/y", S_IFCHR, 0x103));
    show("rename", rename("d/f", "d/y"));
    show("rename", rename("d/f", "f"));
    show("same", rename("d/f", "d/f"));
    create("f", "");
    show("rename", rename("f", "d/y"));
    show("rename", rename("f", "d/f"));
    show("mkdir", mkdir("g", 0755));
    show("directory over file", rename("g", "d/f"));
    show("chmod", chmod("d", 0700));
    show("chmod", chmod("d/e", 0500));
    show("rename", rename("d/e", "d/h"));
    show("moved", rename("d/h", "g/h"));
    show("chmod", chmod("d/h", 0700));
    show("moved", rename("d/h", "g/h"));
    show("rmdir", rmdir("g/h"));
    show("rmdir", rmdir("g"));
    show("unlink", unlink("f"));
    show("unlink", unlink("d/f"));
    show("rmdir", rmdir("d/x"));
    show("rmdir", rmdir("d"));
}

int main(void)
{
    enter_scratch();
    files();
    directories();
    leave_scratch();
    return 0;
}
