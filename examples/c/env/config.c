/*
 * Reads `key = value` lines of the file named by the first argument or by $CONFIG. It contains a bug: blanks after a key are
 * removed without a check that there is a key.
 *
 *   symtool examples/c/env/config.c --sym-file app.conf 4 -- app.conf          finds it: a line that begins with ` =`
 *   symtool examples/c/env/config.c --sym-file app.conf 4 --env CONFIG=app.conf
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int entry(char *line)
{
    char *value = strchr(line, '=');
    if (line[0] == '#' || value == NULL)
        return 0;
    *value++ = 0;
    char *end = value - 2;
    while (*end == ' ')
        *end-- = 0; /* the bug: `end` may be before `line` */
    value += strspn(value, " ");
    value[strcspn(value, "\n")] = 0;
    printf("[%s] is [%s]\n", line, value);
    return 1;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : getenv("CONFIG");
    FILE *file = name == NULL ? NULL : fopen(name, "r");
    char *line;
    int entries = 0;
    if (file == NULL) {
        perror(name == NULL ? "no file" : name);
        return 1;
    }
    while ((line = malloc(64)) != NULL && fgets(line, 64, file) != NULL) {
        entries += entry(line);
        free(line);
    }
    free(line);
    fclose(file);
    return entries > 0 ? 0 : 1;
}
