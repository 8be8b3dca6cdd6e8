/* Streams in memory: fmemopen, open_memstream. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void growing(void)
{
    char *text = 0;
    size_t size = 77;
    FILE *file = open_memstream(&text, &size);
    fprintf(file, "%d apples", 12);
    fflush(file);
    printf("[%s] %zu\n", text, size);
    for (int i = 0; i < 300; i++)
        fputc('a' + i % 26, file);
    fputs("end", file);
    fflush(file);
    printf("%zu %s\n", size, text + 290);
    fseek(file, 3, SEEK_SET);
    fputc('P', file);
    printf("%ld\n", ftell(file));
    printf("%d\n", fileno(file));
    printf("%d\n", fclose(file));
    printf("%zu %.4s\n", size, text);
    free(text);
    file = open_memstream(&text, &size);
    printf("%d\n", fclose(file));
    printf("[%s] %zu\n", text, size);
    free(text);
}

/* The size that open_memstream stores is the position of the stream. */
static void cut(void)
{
    for (int kind = 0; kind < 4; kind++) {
        char *text = 0;
        size_t size = 0;
        FILE *file = open_memstream(&text, &size);
        fputs("abcdef", file);
        fseek(file, kind == 3 ? 9 : kind, SEEK_SET);
        if (kind != 2)
            fputc('Q', file);
        if (kind == 0) {
            fflush(file);
            printf("%zu %s\n", size, text);
        }
        fclose(file);
        printf("%zu %s %d\n", size, text, text[size]);
        free(text);
    }
}

static void reading(void)
{
    char text[] = "one 2\nthree 4.5 x", word[8];
    int n;
    double d;
    FILE *file = fmemopen(text, strlen(text), "r");
    printf("%d", fscanf(file, "%7s%d", word, &n));
    printf(" %s %d\n", word, n);
    printf("%d", fscanf(file, "%7s%lf", word, &d));
    printf(" %s %g\n", word, d);
    for (int i = 0; i < 3; i++)
        printf("%d ", fgetc(file));
    printf("%d\n", feof(file) != 0);
    rewind(file);
    printf("%s", fgets(word, sizeof word, file));
    fseek(file, -1, SEEK_END);
    printf("%c", fgetc(file));
    printf(" %ld\n", ftell(file));
    errno = 0;
    printf("%d", fputc('w', file));
    printf(" %d\n", ferror(file) != 0);
    fclose(file);
    printf("%s\n", text);
}

static void writing(void)
{
    char to[16];
    memset(to, '.', sizeof to);
    FILE *file = fmemopen(to, sizeof to, "w");
    printf("%d\n", to[0]);
    fprintf(file, "%s-%d", "abc", 7);
    fflush(file);
    printf("%s %d\n", to, to[6]);
    fseek(file, 1, SEEK_SET);
    fputc('X', file);
    fclose(file);
    printf("%s\n", to);
    file = fmemopen(to, sizeof to, "a");
    fputs("+more", file);
    fclose(file);
    printf("%s\n", to);
    file = fmemopen(to, 12, "r+");
    fputc('1', file);
    fseek(file, 4, SEEK_SET);
    printf("%c\n", fgetc(file));
    fclose(file);
    printf("%s\n", to);
    char full[4] = "....";
    file = fmemopen(full, sizeof full, "w");
    fputs("wxyz", file);
    fclose(file);
    printf("%c%c%c %d\n", full[0], full[1], full[2], full[3]);
    file = fmemopen(0, 32, "w+");
    fputs("hidden 5", file);
    rewind(file);
    printf("%s\n", fgets(to, sizeof to, file));
    fclose(file);
    errno = 0;
    file = fmemopen(to, sizeof to, "q");
    printf("%d %d\n", file == 0, errno);
}

int main(void)
{
    growing();
    cut();
    reading();
    writing();
    return 0;
}
