// `sizeof` evaluated the operand of a `typeof` in a type that is no array of variable length.
// gcc: same
int printf(const char *, ...);

static int rows(int n, int a[n][n], int (*c)[sizeof(*a)])
{
    return sizeof *c;
}

int main(void)
{
    int n = 3, i = 0;
    int (*t)[n] = 0;
    int a[3][3];
    int s = sizeof(__typeof__(t + (i++, 0)));
    printf("%d %d %d\n", i, s, rows(3, a, 0));
    return 0;
}
