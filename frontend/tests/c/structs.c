/* Records by value: assignment, arguments, results, nesting, unions, anonymous members. */
#include <stdio.h>
struct point { int x, y; };
struct line { struct point from, to; char name[5]; };
union word { unsigned int all; struct { unsigned char low, high; }; unsigned char bytes[4]; };
struct big { long values[8]; struct point p; };
static struct point add(struct point a, struct point b) {
    a.x += b.x;
    a.y += b.y;
    return a;
}
static struct line make(int n) {
    struct line l = {{n, n + 1}, .to = {.y = n * 2}, "line"};
    return l;
}
static struct big fill(struct big b, int k) {
    for (int i = 0; i < 8; i++) b.values[i] += k * i;
    b.p = add(b.p, (struct point){k, -k});
    return b;
}
int main(void) {
    struct point a = {1, 2}, b = {3, 4}, c;
    c = add(a, b);
    printf("%d %d %d %d\n", a.x, b.y, c.x, c.y);
    struct line l = make(7), copy;
    copy = l;
    copy.name[0] = 'f';
    printf("%s %s %d %d\n", l.name, copy.name, make(3).to.y, make(4).from.x);
    union word w;
    w.all = 0x04030201;
    w.high = 9;
    printf("%x %d %d\n", w.all, w.low, w.bytes[3]);
    struct big x = {{1, 2, 3}}, y = fill(fill(x, 1), 2);
    printf("%ld %ld %d %d\n", x.values[2], y.values[7], y.p.x, y.p.y);
    struct point *p = &copy.to;
    p->x = 50;
    (*p).y++;
    printf("%d %d\n", copy.to.x, copy.to.y);
    struct point many[3] = {[1] = {5, 6}, {7}};
    many[0] = many[1].x > 2 ? many[1] : many[2];
    printf("%d %d %d\n", many[0].y, many[2].x, many[2].y);
    printf("%d\n", (a.x ? add(a, a) : b).y);
    many[0] = many[1] = c;
    printf("%d %d\n", many[0].x, many[1].y);
    return sizeof(struct line);
}
