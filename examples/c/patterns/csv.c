/*
 * Reads a line of at most SIZE characters with two columns, separated by a comma. A column may be in quotation marks, and may
 * then contain commas.
 *
 * Branches: each character against the comma, the quotation mark and the end.
 * VERIFY:   an unquoted column does not begin with a comma; a quoted column is between two quotation marks.
 */
#include <klee/klee.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif

struct column {
    size_t begin, end;
    int is_quoted;
};

/* Returns the position of the first character `end` at or after `at`, or the end of the line. */
static size_t until(const char *line, size_t at, char end)
{
    while (line[at] && line[at] != end)
        at++;
    return at;
}

/* Returns the end of the column, or 0 if the closing quotation mark is missing. */
static size_t read_column(const char *line, size_t at, struct column *column)
{
    column->is_quoted = line[at] == '"';
    if (column->is_quoted) {
        column->begin = at + 1;
        column->end = until(line, at + 1, '"');
        return line[column->end] ? column->end + 1 : 0;
    }
    column->begin = at;
    column->end = until(line, at, ',');
    return column->end;
}

int main(void)
{
    char line[SIZE + 1];
    klee_make_symbolic(line, sizeof line, "line");
    line[SIZE] = 0;
    struct column columns[2];
    size_t at = 0;
    for (int i = 0; i < 2; i++) {
        if (i > 0) {
            if (line[at] != ',')
                return 1;
            at++;
        }
        size_t end = read_column(line, at, &columns[i]);
        if (!end && columns[i].is_quoted)
            return 2;
#ifdef VERIFY
        klee_assert(columns[i].begin <= columns[i].end && columns[i].end <= SIZE);
        if (columns[i].is_quoted)
            klee_assert(line[columns[i].begin - 1] == '"' && line[columns[i].end] == '"');
        else
            klee_assert(columns[i].begin == columns[i].end || line[columns[i].begin] != ',');
#endif
        at = end;
    }
    return line[at] ? 3 : 0;
}
