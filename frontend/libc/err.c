/* err, errx, warn, warnx and their relatives (BSD): messages on standard error that begin with the program's name. */
typedef __builtin_va_list va_list;
typedef struct _IO_FILE FILE;
extern int errno;
extern FILE *stderr;
extern char *program_invocation_short_name;
int fprintf(FILE *file, const char *format, ...);
int vfprintf(FILE *file, const char *format, va_list list);
char *strerror(int number);
void exit(int status);

void vwarnx(const char *format, va_list list)
{
    fprintf(stderr, "%s: ", program_invocation_short_name);
    if (format != 0)
        vfprintf(stderr, format, list);
    fprintf(stderr, "\n");
}

void vwarn(const char *format, va_list list)
{
    int number = errno;
    fprintf(stderr, "%s: ", program_invocation_short_name);
    if (format != 0) {
        vfprintf(stderr, format, list);
        fprintf(stderr, ": ");
    }
    fprintf(stderr, "%s\n", strerror(number));
}

void verr(int status, const char *format, va_list list)
{
    vwarn(format, list);
    exit(status);
}

void verrx(int status, const char *format, va_list list)
{
    vwarnx(format, list);
    exit(status);
}

void warn(const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    vwarn(format, list);
    __builtin_va_end(list);
}

void warnx(const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    vwarnx(format, list);
    __builtin_va_end(list);
}

void err(int status, const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    verr(status, format, list);
}

void errx(int status, const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    verrx(status, format, list);
}
