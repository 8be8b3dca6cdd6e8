/* Streams over files. */
#include "support.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio_ext.h>
#include <stdarg.h>
#include <unistd.h>

static char name[] = "/tmp/symtool-XXXXXX";

/* Prints a result, then errno. */
static void show(long result)
{
    printf("%ld %d\n", result, errno);
    errno = 0;
}

static void fill(const char *text)
{
    FILE *file = fopen(name, "w");
    printf("%d\n", fputs(text, file) >= 0);
    printf("%d\n", fclose(file));
}

static void characters(void)
{
    fill("ab\ncd");
    FILE *file = fopen(name, "r");
    int c;
    while ((c = fgetc(file)) != EOF)
        printf("%d ", c);
    printf("| %d %d\n", feof(file), ferror(file));
    printf("%d\n", getc(file));
    printf("%d\n", ungetc('z', file));
    printf("%d\n", feof(file));
    printf("%d\n", getc(file));
    printf("%d\n", getc(file));
    printf("%d\n", ungetc(EOF, file));
    rewind(file);
    printf("%d\n", feof(file));
    printf("%d\n", getc_unlocked(file));
    printf("%d\n", fgetc_unlocked(file));
    printf("%ld\n", ftell(file));
    ungetc('Q', file);
    printf("%ld\n", ftell(file));
    printf("%d\n", fseek(file, 2, SEEK_CUR));
    printf("%ld\n", ftello(file));
    printf("%d\n", getc(file));
    show(fseek(file, -1, SEEK_SET));
    printf("%d\n", fseeko(file, -2, SEEK_END));
    printf("%d\n", getc(file));
    clearerr(file);
    printf("%d %d\n", feof_unlocked(file), ferror_unlocked(file));
    show(fputc('x', file));
    printf("%d\n", ferror(file) != 0);
    clearerr_unlocked(file);
    printf("%d\n", ferror(file));
    printf("%d\n", fileno(file) == fileno_unlocked(file));
    fclose(file);
}

static void lines(void)
{
    fill("first\nsecond line\n\nlast");
    char text[8];
    FILE *file = fopen(name, "rb");
    while (fgets(text, sizeof text, file))
        printf("[%s]", text);
    printf("%d\n", feof(file));
    rewind(file);
    printf("[%s]", fgets(text, 1, file));
    printf("%d\n", fgets(text, 2, file) == text);
    char *line = NULL;
    size_t size = 0;
    ssize_t n;
    rewind(file);
    while ((n = getline(&line, &size, file)) != -1)
        printf("%ld[%s] %d\n", (long)n, line, size > (size_t)n);
    rewind(file);
    while ((n = getdelim(&line, &size, 'i', file)) != -1)
        printf("%ld[%s]\n", (long)n, line);
    show(getline(NULL, &size, file));
    free(line);
    fclose(file);
}

static void blocks(void)
{
    short numbers[] = {1, -2, 300, 4, 5}, back[8] = {0};
    FILE *file = fopen(name, "w+b");
    printf("%zu\n", fwrite(numbers, sizeof *numbers, 5, file));
    printf("%ld\n", ftell(file));
    rewind(file);
    printf("%zu\n", fread(back, sizeof *back, 3, file));
    printf("%d %d %d\n", back[0], back[1], back[2]);
    ungetc('\1', file);
    printf("%zu\n", fread(back, sizeof *back, 8, file));
    printf("%d %d\n", feof(file) != 0, back[0]);
    printf("%zu\n", fread(back, 4, 0, file));
    printf("%zu\n", fwrite(back, 0, 4, file));
    fseek(file, 0, SEEK_SET);
    printf("%zu\n", fread_unlocked(back, 4, 3, file));
    fseek(file, 0, SEEK_END);
    printf("%zu\n", fwrite_unlocked("xy", 1, 2, file));
    printf("%ld\n", ftell(file));
    fpos_t position;
    fseek(file, 3, SEEK_SET);
    printf("%d\n", fgetpos(file, &position));
    getc(file);
    printf("%d\n", fsetpos(file, &position));
    printf("%ld\n", ftell(file));
    fclose(file);
    file = fopen(name, "w");
    printf("%zu\n", fread(back, 1, 1, file));
    printf("%d\n", ferror(file) != 0);
    fclose(file);
}

static void modes(void)
{
    FILE *file;
    remove(name);
    show(fopen(name, "r") == NULL);
    show(fopen(name, "q") == NULL);
    show(fopen(name, "r+") == NULL);
    file = fopen(name, "a");
    fprintf(file, "%s-%d", "one", 2);
    fclose(file);
    file = fopen(name, "a+");
    printf("%d\n", getc(file));
    fseek(file, 0, SEEK_SET);
    fputs("!", file);
    rewind(file);
    char text[40];
    printf("%s\n", fgets(text, sizeof text, file));
    fclose(file);
    file = fopen(name, "r+");
    putc('O', file);
    fflush(file);
    fseek(file, 0, SEEK_CUR);
    printf("%d\n", getc(file));
    fclose(file);
    show(fopen(name, "wx") == NULL);
    file = fopen64(name, "re");
    printf("%s\n", fgets(text, sizeof text, file));
    fclose(file);
    int d = open(name, O_RDONLY);
    show(fdopen(d, "w") == NULL);
    file = fdopen(d, "r");
    printf("%d\n", fileno(file) == d);
    printf("%d\n", getc(file));
    fclose(file);
    show(fdopen(77, "r") == NULL);
    show(close(d));
    file = freopen("/dev/null", "r", fopen(name, "r"));
    printf("%d\n", getc(file));
    fclose(file);
}

static void temporary(void)
{
    FILE *file = tmpfile();
    fprintf(file, "%5.2f|%s\n", 3.14159, "text");
    rewind(file);
    char text[40];
    printf("%s", fgets(text, sizeof text, file));
    fclose(file);
    char made[L_tmpnam];
    printf("%d %d\n", tmpnam(made) == made, fopen(made, "r") == NULL);
    printf("%d\n", tmpnam(NULL) != NULL);
}

static void listed(int descriptor, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    printf("%d\n", vdprintf(descriptor, format, list));
    va_end(list);
}

/* Standard output is redirected to a file and restored. */
static void redirected(void)
{
    int saved = dup(1);
    fflush(stdout);
    int same = freopen(name, "w", stdout) == stdout;
    setvbuf(stdout, NULL, _IONBF, 0);
    printf("%d\n", same);
    printf("%s %d\n", "into a file", 5);
    puts("a line");
    putchar('c');
    fputs("text", stdout);
    fwrite("raw", 1, 3, stdout);
    listed(1, "%s+%d", "list", 7);
    fflush(stdout);
    dup2(saved, 1);
    printf("back\n");
    fflush(stdout);
    FILE *file = fopen(name, "r");
    int c;
    while ((c = getc(file)) != EOF)
        putchar(c);
    fclose(file);
    putchar('\n');
}

/* A file that is opened while standard output is closed gets descriptor 1, so standard output is written to it. */
static void in_its_place(void)
{
    int saved = dup(1);
    fflush(stdout);
    close(1);
    FILE *file = fopen(name, "w");
    int descriptor = fileno(file);
    printf("printed %d\n", descriptor);
    puts("put");
    fprintf(file, "written %s\n", "there");
    fflush(file);
    dup2(saved, 1);
    close(saved);
    printf("back\n");
    file = fopen(name, "r");
    int c;
    while ((c = getc(file)) != EOF)
        putchar(c);
    fclose(file);
}

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    close(mkstemp(name));
    characters();
    lines();
    blocks();
    modes();
    temporary();
    redirected();
    in_its_place();
    setvbuf(stdout, NULL, _IONBF, 0);
    printf("%d\n", getchar());
    printf("%d\n", feof(stdin) != 0);
    printf("%d\n", getchar_unlocked());
    char text[4];
    printf("%d\n", gets(text) == NULL);
    errno = ENOENT;
    perror("what");
    errno = EACCES;
    perror(NULL);
    errno = EBADF;
    perror("");
    putchar_unlocked('a');
    putc_unlocked('b', stdout);
    fputc_unlocked('c', stdout);
    fputs_unlocked("d\n", stdout);
    fflush_unlocked(stdout);
    printf("%zu %zu %d %d %d\n", __fpending(stderr), __fbufsize(stdout), __freadable(stdin) != 0, __fwritable(stdout) != 0, __flbf(stdout) != 0);
    printf("%d %d\n", __freading(stdin) != 0, __fwriting(stdout) != 0);
    ungetc('x', stdin);
    __fpurge(stdin);
    printf("%d\n", getchar());
    setlinebuf(stderr);
    setbuffer(stderr, NULL, 0);
    printf("%d\n", setvbuf(stderr, NULL, 99, 0) != 0);
    remove(name);
    fflush(NULL);
    fcloseall();
    return 0;
}
