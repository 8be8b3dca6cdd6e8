/*
 * Splits the status line "version code reason" of an answer, at most SIZE characters.
 *
 * Branches: each character of the version against blanks and the end, of the code against the digits, and of the reason
 *           against the end of the line.
 * VERIFY:   the code has three digits between two blanks, and the reason ends within the text.
 */
#include <klee/klee.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif

struct status {
    size_t version_end, reason, reason_end;
    int code;
};

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Returns 0, or the number of a fault: 1 in the version, 2 in the code, 3 in the end of the line. */
static int parse_status(const char *line, struct status *status)
{
    size_t at = 0;
    while (line[at] && line[at] != ' ')
        at++;
    if (at == 0 || !line[at])
        return 1;
    status->version_end = at;
    while (line[at] == ' ')
        at++;
    if (!is_digit(line[at]) || !is_digit(line[at + 1]) || !is_digit(line[at + 2]))
        return 2;
    status->code = (line[at] - '0') * 100 + (line[at + 1] - '0') * 10 + (line[at + 2] - '0');
    at += 3;
    if (line[at] != ' ' || status->code < 100)
        return 2;
    at++;
    status->reason = at;
    while (line[at] && line[at] != '\r' && line[at] != '\n')
        at++;
    status->reason_end = at;
    return line[at] ? 0 : 3;
}

int main(void)
{
    char line[SIZE + 1];
    klee_make_symbolic(line, sizeof line, "line");
    line[SIZE] = 0;
    struct status status;
    int fault = parse_status(line, &status);
#ifdef VERIFY
    if (fault == 0 || fault == 3) {
        klee_assert(0 < status.version_end && status.version_end + 5 <= status.reason);
        klee_assert(status.reason <= status.reason_end && status.reason_end <= SIZE);
        klee_assert(line[status.reason - 1] == ' ' && line[status.reason - 5] == ' ');
        klee_assert(100 <= status.code && status.code <= 999);
    }
#endif
    return fault;
}
