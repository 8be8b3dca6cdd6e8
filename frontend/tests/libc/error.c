/* error.h: messages with and without an error number, at a line, once per line, and a fatal one. */
#include <errno.h>
#include <error.h>
#include <stdio.h>

static void prefix(void)
{
    fprintf(stderr, "<prefix> ");
}

int main(void)
{
    printf("%d %d\n", program_invocation_name != NULL, program_invocation_short_name != NULL);
    program_invocation_name = "driver";
    program_invocation_short_name = "driver";
    error(0, 0, "plain %d", 1);
    error(0, ENOENT, "with a number");
    error_at_line(0, EINVAL, "file.c", 12, "at a line %s", "x");
    error_at_line(0, 0, NULL, 3, "no file");
    error_one_per_line = 1;
    error_at_line(0, 0, "file.c", 13, "first");
    error_at_line(0, 0, "file.c", 13, "not shown");
    error_at_line(0, 0, "other.c", 13, "shown");
    error_print_progname = prefix;
    error(0, 0, "with a prefix");
    printf("%u messages\n", error_message_count);
    error(3, 0, "the end");
    return 0;
}
