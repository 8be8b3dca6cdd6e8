// A `long double` parameter in memory was stored in the format of `double`.
// gcc: same
int printf(const char *, ...);

static long double volatile_one(volatile long double x)
{
    return x + 3;
}

static long double pointed(long double x)
{
    long double *p = &x;
    return *p + 3;
}

static float tf(float x) { return x + 1; }
static double td(double x) { return x + 2; }
static long double tl(long double x) { return x + 3; }
#define t(x) __builtin_tgmath(tf, td, tl, x)

int main(void)
{
    long double x = 4;
    printf("%d %d\n", (int)volatile_one(x), (int)pointed(x));
    printf("%d %d %d %d\n", (int)t(1.0f), (int)t(1.0), (int)t(1.0L), (int)t(1));
    return 0;
}
