// A parameter of a `transparent_union` type accepts arguments with the types of its members.
// gcc: same
#include <stdio.h>
typedef union { int *i; const char *s; } any __attribute__((transparent_union));
static int first(any a) { return *a.s; }
int main(void) {
    printf("%c\n", first("xyz"));
    return 0;
}
