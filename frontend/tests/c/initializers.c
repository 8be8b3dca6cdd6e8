/* Initializers: designators, omitted braces, strings, nested, overriding, static and automatic. */
#include <stdio.h>
struct inner { int a; char s[4]; };
struct outer { struct inner in[2]; union { int i; char c; } u; int tail; };
struct outer g = {1, "ab", {2, "cd"}, .tail = 9};
struct outer h = {.in[1].s = "xyz", .in[0] = {5}, .u.c = 'q', 11};
int grid[][3] = {{1}, {2, 3}, [4] = {[2] = 7}};
int flat[2][2][2] = {1, 2, 3, {4, 5}};
char strings[][6] = {"one", {"two"}, {'s', 'i', 'x'}};
const char *pointers[] = {[2] = "c", [0] = "a"};
int *cell = &grid[4][2];
char *middle = &strings[1][1], *text = "literal" + 3;
long table[] = {[0 ... 3] = 5, [2] = 1, sizeof(grid), -1};
struct list { struct list *next; int v; } one, two = {&one, 2}, one = {0, 1};
struct outer *ring[] = {&h, &g};
double reals[] = {1, 'a', 3.5f};
static void show(const struct outer *o) {
    printf("%d %s %d %s %d %d\n", o->in[0].a, o->in[0].s, o->in[1].a, o->in[1].s, o->u.i & 255, o->tail);
}
static int dynamic(int n) {
    int a[5] = {n, n + 1, [4] = n * n};
    struct outer o = {n, {'x', 0}, .u = {n}};
    char s[10] = "hi", t[] = {'a', n, 0};
    int big[40] = {[7] = n};
    int constant[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    show(&o);
    int sum = s[1] + s[9] + t[1] + big[7] + big[39] + constant[11];
    for (int i = 0; i < 5; i++) sum += a[i];
    return sum;
}
int main(void) {
    show(&g);
    show(ring[0]);
    printf("%zu %d %d %d\n", sizeof grid / sizeof *grid, grid[1][1], *cell, flat[1][0][0] + flat[0][1][1]);
    printf("%s %s %c%c %s %s\n", strings[0], strings[1], strings[2][2], *middle, text, pointers[2]);
    printf("%d %ld %ld %ld %zu\n", pointers[1] == 0, table[1], table[2], table[4], sizeof table / sizeof *table);
    printf("%d %.1f\n", two.next->v, reals[1]);
    printf("%d\n", dynamic(12));
    struct { int x, y; } local = {.y = 3}, pair[2] = {{1}, {.y = 2}};
    printf("%d %d %d\n", local.x, local.y, pair[1].y + pair[0].x);
    int *p = (int[]){4, 5, 6};
    p[1]++;
    printf("%d %d\n", p[1], ((struct inner){.a = 8}).a);
    for (int i = 0; i < 2; i++) { int z[3] = {i}; printf("%d%d ", z[0]++, z[2]); z[2] = 9; }
    int scalar = {42};
    char c[3] = "abc";
    printf("%d %c\n", scalar, c[2]);
    return 0;
}
