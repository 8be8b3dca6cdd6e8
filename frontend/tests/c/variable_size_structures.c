/* Structures with members of variable length: offsets of later members, sizes, alignment, packing, nesting, offsetof, copies, jumps. */
#include <stdio.h>
#include <string.h>
#include <stddef.h>
struct fixed { char c; int i; };
static int plain(int n) {
    struct { int count; short items[n]; long sum; char tail; } s;
    memset(&s, 0, sizeof s);
    s.count = n;
    for (int i = 0; i < n; i++) s.items[i] = (short)(i * i);
    n = 100;
    s.sum = 0;
    for (int i = 0; i < s.count; i++) s.sum += s.items[i];
    s.tail = 'x';
    printf("%zu %zu %zu %ld %c\n", sizeof s, (size_t)((char *)&s.sum - (char *)&s), (size_t)((char *)&s.tail - (char *)&s), s.sum, s.tail);
    return (int)s.sum;
}
static void tag(int n, int m) {
    struct S { char a[n]; struct fixed f; double d[m][n]; } *p, arr[2];
    typedef struct S T;
    T t;
    p = &t;
    p->a[n - 1] = 3;
    p->f.i = 77;
    p->d[m - 1][n - 1] = 2.5;
    arr[1].f.c = 9;
    arr[0].f.c = 8;
    struct S *q = arr;
    q++;
    printf("%zu %zu %d %d %g %d %d %td %zu\n", sizeof(struct S), sizeof(arr), t.a[n - 1], t.f.i, t.d[m - 1][n - 1], q->f.c, q[-1].f.c, (char *)q - (char *)arr, _Alignof(struct S));
}
static void packed(int n) {
    struct P { char a[n]; int i; char b[n + 1]; short s; } __attribute__((packed)) p;
    p.i = 5; p.s = -1; p.a[0] = 1; p.b[n] = 2;
    printf("%zu %d %d %d %d\n", sizeof p, p.i, p.s, p.a[0], p.b[n]);
    struct Q { struct P x; int y; } q;
    q.x.i = 11; q.y = 12;
    printf("%zu %d %d %td\n", sizeof q, q.x.i, q.y, (char *)&q.y - (char *)&q);
}
static size_t off(int n, int i, int j) {
    typedef int T[n];
    struct S { int a; T b[n]; };
    return offsetof(struct S, b[i][j]) + 1000 * offsetof(struct S, b[2]);
}
static int copies(int n, int k) {
    struct S { char head; int items[n]; char tail; } a, b, c[2];
    for (int i = 0; i < n; i++)
        a.items[i] = i * k;
    a.head = 'h';
    a.tail = 't';
    b.tail = 'x';
    c[1] = b = a;
    c[0] = ({ struct S d; d = k > 3 ? b : c[1]; d.head = 'd'; d; });
    a.tail = 'z';
    printf("%c%c%c %c%c %c %d\n", c[0].head, c[1].head, b.head, c[0].tail, b.tail, a.tail, c[0].items[n - 1]);
    return (int)sizeof *({ n = 10; struct foo { int x[n]; } x; &x; });
}
static int jumps(int n) {
    int rounds = 0, sum = 0;
again:;
    struct S { int items[n]; int last; } s;
    s.last = n;
    switch (n & 3) {
    case 1: sum += 10; break;
    case 2: { int inner[n]; inner[n - 1] = 5; if (rounds) goto out; sum += inner[n - 1]; }
    default: sum += (int)sizeof s;
    }
    sum += s.last;
    n++;
    if (rounds++ < 2) goto again;
out:
    return sum;
}
int main(void) {
    for (int n = 1; n < 9; n++) { plain(n); tag(n, 10 - n); packed(n); printf("%zu\n", off(n, 1, 2)); printf("%d %d\n", copies(n, n), jumps(n)); }
    struct { char x[3]; } plainone; plainone.x[0] = 1;
    return plainone.x[0];
}
