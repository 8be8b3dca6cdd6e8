/* pipe, pipe2: reading and writing, the ends, waiting, and the functions that pipes refuse. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void result(const char *what, long value)
{
    int number = errno;
    printf("%s %ld %s\n", what, value, value < 0 ? strerror(number) : "");
    errno = 0;
}

static void ends(void)
{
    int pair[2];
    char text[10] = "";
    result("pipe", pipe(pair));
    result("write", write(pair[1], "abc", 3));
    result("write", write(pair[1], "de", 2));
    result("write", write(pair[1], "", 0));
    result("read", read(pair[0], text, 2));
    result("read", read(pair[0], text + 2, 8));
    puts(text);
    result("read the other end", read(pair[1], text, 1));
    result("write the other end", write(pair[0], text, 1));
    result("lseek", lseek(pair[0], 0, SEEK_SET));
    result("pread", pread(pair[0], text, 1, 0));
    result("pwrite", pwrite(pair[1], text, 1, 0));
    struct stat about;
    result("fstat", fstat(pair[0], &about));
    printf("%o %ld\n", (unsigned)about.st_mode, (long)about.st_size);
    int again = dup(pair[1]);
    close(pair[1]);
    result("write", write(again, "x", 1));
    close(again);
    result("read", read(pair[0], text, 9));
    result("end", read(pair[0], text, 9));
    close(pair[0]);
}

static void waiting(void)
{
    int pair[2];
    char text[10];
    result("pipe2", pipe2(pair, O_NONBLOCK | O_CLOEXEC));
    result("empty", read(pair[0], text, 1));
    result("nothing", read(pair[0], text, 0));
    printf("%d %d\n", (fcntl(pair[0], F_GETFL) & O_NONBLOCK) != 0, (fcntl(pair[1], F_GETFL) & O_ACCMODE) == O_WRONLY);
    signal(SIGPIPE, SIG_IGN);
    close(pair[0]);
    result("broken", write(pair[1], "x", 1));
    close(pair[1]);
    result("flags", pipe2(pair, O_APPEND));
}

static void long_contents(void)
{
    static char block[40000], back[40000];
    int pair[2];
    pipe(pair);
    memset(block, 'a', sizeof block);
    block[39999] = 'z';
    for (int i = 0; i < 3; i++) {
        result("write", write(pair[1], block, sizeof block));
        result("read", read(pair[0], back, sizeof back));
        printf("%c%c\n", back[0], back[39999]);
    }
    close(pair[0]);
    close(pair[1]);
}

static void stream(void)
{
    int pair[2];
    char line[20];
    pipe(pair);
    FILE *out = fdopen(pair[1], "w"), *in = fdopen(pair[0], "r");
    fputs("one\ntwo\nrest", out);
    fclose(out);
    while (fgets(line, sizeof line, in))
        printf("[%s]", line);
    printf(" %d %d\n", feof(in) != 0, ferror(in) != 0);
    fclose(in);
}

int main(void)
{
    ends();
    waiting();
    long_contents();
    stream();
    return 0;
}
