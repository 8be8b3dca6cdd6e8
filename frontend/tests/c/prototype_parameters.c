/* Later parameters and array lengths of a prototype may refer to the types of earlier parameters. */
#include <stdio.h>

struct pair {
    int a, b;
};

static long sum(int n, __typeof__(n) m, struct pair p, __typeof__(p.b) *last, int (*rows)[sizeof(p)]);
static long twice(long double x, char bytes[sizeof x], __typeof__(bytes) end);

static long sum(int n, int m, struct pair p, int *last, int (*rows)[sizeof(p)])
{
    return n + m + p.a + p.b + *last + (long)sizeof *rows + rows[0][1];
}

static long twice(long double x, char bytes[sizeof x], char *end)
{
    return (long)(x + x) + (end - bytes);
}

int main(void)
{
    int rows[1][sizeof(struct pair)] = {{1, 2}};
    int last = 70;
    char bytes[16];
    printf("%ld\n", sum(1, 2, (struct pair){3, 4}, &last, rows));
    printf("%ld\n", twice(1.5L, bytes, bytes + 9));
    return 0;
}
