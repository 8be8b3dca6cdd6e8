/* getenv (C11 7.22.4.6), setenv, unsetenv, putenv, clearenv (POSIX): variables, at first those given by `--env`. */
#include "internal/io.h"

extern char *__symtool_variables[];
char **environ = __symtool_variables;

/* Returns the length of a name up to `=`. */
static unsigned long name_length(const char *text)
{
    unsigned long n = 0;
    while (text[n] != 0 && text[n] != '=')
        n++;
    return n;
}

/* Returns the entry of the variable with this name, or null. */
static char **find(const char *name, unsigned long n)
{
    if (environ == 0 || n == 0)
        return 0;
    for (char **at = environ; *at != 0; at++)
        if (strncmp(*at, name, n) == 0 && (*at)[n] == '=')
            return at;
    return 0;
}

char *getenv(const char *name)
{
    unsigned long n = strlen(name);
    char **at = find(name, n);
    return at == 0 ? 0 : *at + n + 1;
}

char *secure_getenv(const char *name)
{
    return getenv(name);
}

/* Adds a `NAME=VALUE` string, which remains owned by the caller. */
static int put(char *text, unsigned long n)
{
    char **at = find(text, n);
    unsigned long count = 0;
    if (at != 0) {
        *at = text;
        return 0;
    }
    while (environ != 0 && environ[count] != 0)
        count++;
    char **grown = __symtool_library_block((count + 2) * sizeof *grown);
    if (count > 0)
        memcpy(grown, environ, count * sizeof *grown);
    grown[count] = text;
    environ = grown;
    return 0;
}

int setenv(const char *name, const char *value, int overwrite)
{
    unsigned long n = name == 0 ? 0 : name_length(name), length;
    if (n == 0 || name[n] != 0) {
        errno = SYMTOOL_EINVAL;
        return -1;
    }
    if (!overwrite && find(name, n) != 0)
        return 0;
    length = strlen(value);
    char *text = __symtool_library_block(n + length + 2);
    memcpy(text, name, n);
    text[n] = '=';
    memcpy(text + n + 1, value, length + 1);
    return put(text, n);
}

int unsetenv(const char *name)
{
    unsigned long n = name == 0 ? 0 : name_length(name);
    char **at;
    if (n == 0 || name[n] != 0) {
        errno = SYMTOOL_EINVAL;
        return -1;
    }
    while ((at = find(name, n)) != 0)
        for (; *at != 0; at++)
            at[0] = at[1];
    return 0;
}

int putenv(char *text)
{
    unsigned long n = name_length(text);
    return text[n] == 0 ? unsetenv(text) : put(text, n);
}

int clearenv(void)
{
    environ = 0;
    return 0;
}
