/* Pointers: arithmetic, differences, comparisons, casts, arrays of arrays. */
#include <stdio.h>
#include <stdint.h>
int matrix[3][4];
static int sum(int (*rows)[4], int n) {
    int total = 0;
    for (int (*row)[4] = rows; row < rows + n; row++)
        for (int *cell = *row; cell != *row + 4; ++cell) total += *cell;
    return total;
}
int main(void) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) matrix[i][j] = i * 10 + j;
    int *p = &matrix[1][2], *q = matrix[2];
    printf("%d %td %d %d\n", sum(matrix, 3), q - p, p < q, 2[matrix][1]);
    printf("%d ", *p++);
    printf("%d ", *--q);
    printf("%d\n", (*p)++);
    printf("%d\n", matrix[1][3]);
    char *bytes = (char *)&matrix[0][1];
    printf("%d %d\n", bytes[0], *(int *)(bytes + 4));
    uintptr_t n = (uintptr_t)p;
    printf("%d\n", (int *)n == p && (void *)p != 0 && p);
    const char *s = "abc";
    while (*s) putchar(*s++ - 32);
    putchar('\n');
    int **pp = &p;
    **pp = 77;
    p += 2;
    p -= 1;
    printf("%d %d\n", *(*pp - 1), p[-1]);
    int (*whole)[3][4] = &matrix;
    printf("%zu %zu %d\n", sizeof *whole, sizeof **whole, (*whole)[2][3]);
    char *names[] = {"x", "yy", "zzz"};
    char **last = names + 2;
    printf("%s %c %td\n", *last, last[-1][1], last - names);
    return (int)(&matrix[2][3] - &matrix[0][0]);
}
