/* A program may define functions with the names of POSIX functions; the library's streams do not call them. */
typedef struct stream FILE;
FILE *fopen(const char *name, const char *mode);
FILE *tmpfile(void);
int fputs(const char *text, FILE *file);
int fclose(FILE *file);
void rewind(FILE *file);
unsigned long fread(void *to, unsigned long size, unsigned long count, FILE *file);
int printf(const char *format, ...);
int puts(const char *text);
int getchar(void);

static int calls;

int read(void)
{
    calls++;
    return getchar();
}

int open(const char *a, int b)
{
    calls++;
    return b;
}

int close(int n)
{
    calls++;
    return n + 1;
}

int getline(char *to, int n)
{
    calls++;
    to[0] = 0;
    return n;
}

long lseek(void)
{
    calls++;
    return 77;
}

int main(void)
{
    char text[8] = "";
    FILE *file = tmpfile();
    printf("%d\n", fputs("abc", file) >= 0);
    rewind(file);
    printf("%d %s\n", (int)fread(text, 1, 3, file), text);
    printf("%d\n", fclose(file));
    printf("%d\n", calls);
    printf("%d\n", read());
    printf("%d\n", close(1) + getline(text, 2) + open("x", 5) + (int)lseek());
    printf("%d\n", calls);
    return 0;
}
