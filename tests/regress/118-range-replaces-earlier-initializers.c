// The initializer of an index range that replaces earlier initializers in braces was evaluated once for each element.
// gcc: same
int printf(const char *, ...);

int main(void)
{
    int c = 3;
    int a[4] = {[0] = 9, [1] = 8, [0 ... 2] = ++c};
    struct { int x, y; } s[3] = {[0] = {1, 2}, [1] = {3, 4}, [0 ... 2] = {c++, 7}};
    struct { int x, y; } t[3] = {{1, 2}, {3, 4}, {5, 6}, [0 ... 1] = {.y = 4, .x = ++c}};
    printf("%d %d %d %d %d\n", a[0], a[1], a[2], a[3], c);
    for (int i = 0; i < 3; i++)
        printf("%d %d %d %d\n", s[i].x, s[i].y, t[i].x, t[i].y);
    return 0;
}
