/* Side effects of array lengths happen exactly when the expression that contains the length is evaluated. */
#include <stdio.h>
#include <string.h>

static int of_types(int n)
{
    int r = sizeof(int[n++]);
    r += sizeof(n++); /* not evaluated */
    int v[n];
    r += sizeof(v[n++]) * 1000; /* not a variable-length array: not evaluated */
    int w[n][3];
    r += sizeof(w[n++]); /* likewise */
    r += sizeof(*(int(*)[n++])0);
    r += _Alignof(int[n++]);
    return r * 100 + n;
}

static int of_rows(int n)
{
    int a[n][n], m = 0;
    int size = sizeof(a[m++]);
    return size * 10 + m;
}

static int of_typeof(int n)
{
    int i = 1;
    typeof(int[i++]) z;
    typeof(i++) y = 5;
    typeof(*(int(*)[i++])0) x;
    int v[n];
    typeof(v) w;
    typeof(&v) p = &w;
    (*p)[n - 1] = 7;
    return sizeof z + sizeof x * 100 + i * 1000 + w[n - 1] + y * 100000 + sizeof *p * 10000000;
}

static int of_typedef(int n)
{
    typedef int row[n];
    n = 100;
    row a, *p = &a, q[2];
    return sizeof(row) + sizeof *p * 10 + sizeof q * 100;
}

static int in_conditions(void *cells)
{
    int count = 0, i = 1;
    while (((int(*)[i])cells)[1][0] < 5) {
        i++;
        count += 10;
    }
    for (i = 0; ((int(*)[++i])cells)[1][0] < 4; count++)
        ;
    do
        count += 100;
    while (((int(*)[++i])cells)[1][0] < 6);
    return count * 10 + i;
}

static int in_branches(int n, int c)
{
    int v[c ? sizeof(int[n]) : 3][n];
    int r = c && sizeof(int[n++]);
    int s = c ? sizeof(*(int(*)[n++])0) : 7;
    return sizeof v * 1000 + r * 100 + s * 10 + n;
}

static int in_order(int n, void *cells)
{
    int m = 1;
    int r = (m = n, ((int(*)[m])cells)[1][0]);
    int(*q)[n] = cells;
    typeof(*q++) x;
    int moved = (int)((char *)q - (char *)cells);
    return r * 10000 + sizeof x * 100 + moved;
}

static int parameter(int n, int a[n++][n]) { return n * 100 + sizeof *a; }
static int pointer(int n, int (*a)[++n]) { return n * 100 + sizeof *a; }
static int cut_off(int n, int a[static 2], int b[const n += 2]) { return n + a[1] + b[0]; }

static int again(int n)
{
    int sum = 0;
again:;
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = i;
    sum += a[n - 1] + sizeof a;
    if (--n > 0)
        goto again;
    return sum;
}

static int left(int n)
{
    int sum = 0;
    for (int i = 1; i <= n; i++) {
        char b[i];
        memset(b, i, i);
        sum += b[i - 1];
        if (i == 3)
            continue;
        if (i == 7)
            goto out;
        sum += sizeof b;
    }
out:
    return sum;
}

int main(void)
{
    int cells[] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, rows[4][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    printf("%d %d %d %d\n", of_types(3), of_rows(3), of_typeof(3), of_typedef(3));
    printf("%d %d %d\n", in_conditions(cells), in_branches(3, 0), in_branches(3, 1));
    printf("%d %d %d\n", in_order(2, cells), parameter(3, rows), pointer(3, rows));
    printf("%d %d %d\n", cut_off(1, cells, cells), again(4), left(10));
    return 0;
}
