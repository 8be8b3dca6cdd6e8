/* Variable-length arrays: sizes, parameters, pointers to them, typedefs. */
#include <stdio.h>
static int trace(int n, int m[n][n]) {
    int t = 0;
    for (int i = 0; i < n; i++) t += m[i][i];
    return t;
}
static int total(int r, int c, int (*m)[c]) {
    int t = 0;
    for (int i = 0; i < r; i++)
        for (int j = 0; j < c; j++) t += m[i][j];
    return t + (int)sizeof *m;
}
static int side(int n) { static int calls; return n + calls++; }
int main(void) {
    int n = 4;
    int m[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) m[i][j] = i * n + j;
    printf("%zu %zu %d %d\n", sizeof m, sizeof m[0], trace(n, m), total(n, n, m));
    int k = 3;
    typedef short row[k];
    k = 100;
    row a, *p = &a;
    printf("%zu %zu %td\n", sizeof(row), sizeof *p, (char *)(p + 1) - (char *)p);
    for (int i = 1; i < 4; i++) {
        char text[i + 1];
        for (int j = 0; j < i; j++) text[j] = 'a' + j;
        text[i] = 0;
        printf("%s%zu ", text, sizeof text);
    }
    int x[side(2)][side(5)];
    printf("%zu %zu\n", sizeof x / sizeof *x, sizeof(int[side(7)]));
    int (*q)[n] = m + 1;
    q++;
    printf("%d %d\n", (*q)[1], q[-1][2]);
    if (n > 2) { double d[n * 2]; d[n] = 2.5; printf("%.1f %zu\n", d[n], sizeof d); }
    return (int)(&m[3][3] - m[0]);
}
