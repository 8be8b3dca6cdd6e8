// An empty `asm` with the output `"=m"(x)` and the input `"m"(x)` made `x` indeterminate.
// gcc: same
int printf(const char *, ...);

int main(void)
{
    double x = 1.5;
    struct { int a, b; } s = {1, 2};
    asm volatile("" : "=m"(x) : "m"(x));
    asm volatile("" : "=m"(s.b) : "m"(s.b));
    printf("%g %d\n", x, s.b);
    return 0;
}
