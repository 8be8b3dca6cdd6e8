/* The standard streams (C11 7.21.1) and output to them; both go to the run log. */
int printf(const char *format, ...);

struct __symtool_file {
    int descriptor;
    int error;
};
typedef struct __symtool_file FILE;

static FILE input = {0, 0}, output = {1, 0}, errors = {2, 0};
FILE *stdin = &input;
FILE *stdout = &output;
FILE *stderr = &errors;

int fputc(int c, FILE *file)
{
    (void)file;
    printf("%c", c);
    return (unsigned char)c;
}

int putc(int c, FILE *file)
{
    return fputc(c, file);
}

int fputs(const char *s, FILE *file)
{
    (void)file;
    return printf("%s", s);
}

unsigned long fwrite(const void *from, unsigned long size, unsigned long count, FILE *file)
{
    const char *bytes = from;
    (void)file;
    for (unsigned long i = 0; i < size * count; i++)
        printf("%c", bytes[i]);
    return size == 0 ? 0 : count;
}

int fflush(FILE *file)
{
    (void)file;
    return 0;
}

int ferror(FILE *file)
{
    return file->error;
}

void clearerr(FILE *file)
{
    file->error = 0;
}

int fileno(FILE *file)
{
    return file->descriptor;
}

void setbuf(FILE *file, char *buffer)
{
    (void)file;
    (void)buffer;
}

int setvbuf(FILE *file, char *buffer, int mode, unsigned long size)
{
    (void)file;
    (void)buffer;
    (void)mode;
    (void)size;
    return 0;
}
