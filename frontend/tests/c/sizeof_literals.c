/* `sizeof` and `_Alignof` of compound literals without parentheses around them. */
#include <stdio.h>

typedef struct {
    int x;
    char name[7];
} pair;

static int global = sizeof (pair){1, "ab"}.name;

int main(void)
{
    int calls = 0;
    printf("%zu %zu %zu\n", sizeof (pair){1, "a"}, sizeof (pair){}.name, sizeof (int[]){1, 2, 3});
    printf("%zu %zu\n", sizeof (int[]){1, 2, 3}[0], sizeof (int[]){1, 2, 3} / sizeof (int[]){4}[0]);
    printf("%zu %zu\n", sizeof (pair[2]){{1}, {2}}[calls++].name[0], sizeof (char){'c'} + 1);
    printf("%zu %zu\n", sizeof (double){1.5} * 2, sizeof &(pair){0}.x);
    printf("%zu %zu\n", sizeof (struct { long l; }){5}.l, (size_t)__alignof__ (short){1});
    printf("%zu %d %d\n", sizeof (char), global, calls);
    printf("%d\n", (int)sizeof (int){1} - 1 < 0 ? 1 : 2);
    return sizeof (char[]){"four"};
}
