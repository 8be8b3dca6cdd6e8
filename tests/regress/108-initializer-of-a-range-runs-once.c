// The initializer of an index range was evaluated once for each element.
// gcc: same
int printf(const char *, ...);

int main(void)
{
    int c = 3;
    int a[4] = {[0 ... 2] = ++c};
    struct { int x, y; } s[3] = {[0 ... 1] = {c++, 7}};
    long b[2][2] = {[0 ... 1][0 ... 1] = c += 2};
    printf("%d %d %d %d %d\n", a[0], a[1], a[2], a[3], c);
    printf("%d %d %d %d %d\n", s[0].x, s[1].x, s[1].y, s[2].x, s[2].y);
    printf("%ld %ld %ld %ld\n", b[0][0], b[0][1], b[1][0], b[1][1]);
    return 0;
}
