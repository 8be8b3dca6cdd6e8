/* error and error_at_line (GNU): a message on standard error; exits if the status is not 0. */
typedef __builtin_va_list va_list;
typedef struct _IO_FILE FILE;
int fprintf(FILE *file, const char *format, ...);
int vfprintf(FILE *file, const char *format, va_list list);
char *strerror(int number);
int strcmp(const char *a, const char *b);
void exit(int status);
int fflush(FILE *file);
extern FILE *stderr, *stdout;
extern char *program_invocation_name;

unsigned error_message_count;
int error_one_per_line;
void (*error_print_progname)(void);

static void name_program(const char *behind)
{
    fflush(stdout);
    if (error_print_progname != 0)
        error_print_progname();
    else
        fprintf(stderr, "%s:%s", program_invocation_name, behind);
}

static void finish(int status, int number, const char *format, va_list list)
{
    vfprintf(stderr, format, list);
    error_message_count++;
    if (number != 0)
        fprintf(stderr, ": %s", strerror(number));
    fprintf(stderr, "\n");
    if (status != 0)
        exit(status);
}

void error(int status, int number, const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    name_program(" ");
    finish(status, number, format, list);
    __builtin_va_end(list);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...)
{
    static const char *last_file;
    static unsigned last_line;
    if (error_one_per_line) {
        int same = last_line == line && (file == last_file || (file != 0 && last_file != 0 && strcmp(file, last_file) == 0));
        if (same)
            return;
        last_file = file;
        last_line = line;
    }
    va_list list;
    __builtin_va_start(list, format);
    name_program(file != 0 ? "" : " ");
    if (file != 0)
        fprintf(stderr, "%s:%u: ", file, line);
    finish(status, number, format, list);
    __builtin_va_end(list);
}
