// An array length in the type of an `__auto_type` variable or of a compound literal was not evaluated.
// gcc: same
int printf(const char *, ...);

int main(void)
{
    int i = 1;
    void *q = &i;
    __auto_type p = (int (*)[++i])0;
    printf("%d %zu\n", i, sizeof *p);
    q = (int (*)[++i]){q};
    (int (*)[++i]){q};
    printf("%d %d\n", i, q == &i);
    __auto_type row = (*({ int n = 3; static int a[2][3] = {{1, 2, 3}, {4, 5, 6}}; (int (*)[2][n])a; }));
    printf("%d %zu\n", row[1][0], sizeof row[1]);
    return 0;
}
