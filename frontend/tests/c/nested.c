/* Nested functions: captured variables of all enclosing functions, recursion, siblings, arrays of variable length. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int twice(int x)
{
    int self(void) { return x; }
    return self() + self();
}

static int counter(int start)
{
    int count = start, steps = 0;
    void step(int by)
    {
        static int calls;
        count += by;
        steps++;
        printf("%s %d\n", __func__, ++calls);
    }
    void steps_of(int n)
    {
        if (n > 0) {
            step(n);
            steps_of(n - 1);
        }
    }
    steps_of(3);
    int count2 = count;
    {
        int count = 100;
        step(count);
        count2 += count;
    }
    return count * 1000 + steps * 100 + count2;
}

static int deep(int a)
{
    int b = a + 1;
    int middle(int c)
    {
        int d = c + b;
        int inner(int e)
        {
            d += e;
            b++;
            return e > 2 ? middle(0) : a + b + c + d + e;
        }
        if (c == 0)
            return d;
        return inner(c) + inner(c + 1);
    }
    return middle(1) + middle(2);
}

static long matrix(int n)
{
    int rows[n][n + 1];
    int (*row)[n + 1] = rows;
    void fill(int i)
    {
        for (int j = 0; j < (int)(sizeof rows[0] / sizeof(int)); j++)
            rows[i][j] = i * 10 + j;
    }
    int sum(int m, int part[m][n + 1])
    {
        int total = 0;
        for (int i = 0; i < m; i++)
            for (int j = 0; j <= n; j++)
                total += part[i][j] + row[0][0];
        return total;
    }
    for (int i = 0; i < n; i++)
        fill(i);
    row++;
    return sum(n, rows) * 1000 + sizeof rows + sizeof *row;
}

static int compare_sort(int *values, int n)
{
    int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
    qsort(values, n, sizeof *values, compare);
    return values[0];
}

struct big {
    int v[6];
};

static int others(int n)
{
    auto int late(int);
    auto double sum(int count, ...);
    struct big big = {{n, 2}};
    struct big copy(void)
    {
        struct big b = big;
        b.v[5] = n;
        return b;
    }
    int old(x) { return x + n; }
    int late(int x) { return x * n; }
    double sum(int count, ...)
    {
        va_list list;
        double total = n;
        va_start(list, count);
        while (count--)
            total += va_arg(list, double);
        va_end(list);
        return total;
    }
    for (int i = 0; i < 2; i++) {
        int square(void) { return i * i + n; }
        big.v[1] += square();
    }
    void note(int *p) { printf("note %d %d\n", *p, n); }
    int cleaned __attribute__((cleanup(note))) = 5;
    printf("%g\n", sum(2, 1.5, 2.25));
    return copy().v[0] + copy().v[1] * 10 + copy().v[5] * 100 + old(1) + late(3);
}

int main(void)
{
    int values[] = {5, 2, 9};
    printf("%d %d\n", twice(3), counter(7));
    printf("%d\n", deep(1));
    printf("%ld\n", matrix(3));
    printf("%d %d\n", compare_sort(values, 3), values[2]);
    printf("%d\n", others(4));
    return 0;
}
