/* Complex numbers: values, conversions, arithmetic, lvalues, calls, initializers. */
#include <complex.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef double _Complex cd;
typedef float _Complex cf;
typedef long double _Complex ce;
typedef _Complex int ci;
typedef _Complex signed char cc;
typedef _Complex unsigned short cu;

/* ---- constants */

static cd plain = 1.5;
static cd both = 1.0 + 2.0 * I;
static cf narrow = 3.0 - 0.5i;
static cd product = (1.0 + 2.0i) * (3.0 - 4.0i);
static ci whole = 100 + 200i;
static ci quotient = (100 + 200i) / (3 - 4i);
static cc bytes = 300 + 5i;
static cd list[3] = {1.0, 2.0i, {3.0}};
static struct { char tag; cf value; ci other; } record = {'x', 1.0f + 2.0if, .other = ~(7 + 8i)};
static double real_part = __real__ (5.0 + 6.0i);
static cd negative = -(1.0 + 2.0i);
static cd made = __builtin_complex(1.0, -0.0);
static int same = (1.0 + 0.0i) == 1.0;
static cd none;

static void show(const char *what, cd z)
{
    double parts[2] = {creal(z), cimag(z)};
    unsigned long bits[2];
    memcpy(bits, parts, sizeof bits);
    /* The sign of a NaN is unspecified. */
    for (int k = 0; k < 2; k++)
        if (parts[k] != parts[k])
            bits[k] = 0x7ff8000000000000;
    printf("%s %016lx %016lx\n", what, bits[0], bits[1]);
}

static void constants(void)
{
    show("plain", plain);
    show("both", both);
    show("narrow", narrow);
    show("product", product);
    show("whole", whole);
    show("quotient", quotient);
    show("bytes", bytes);
    for (int k = 0; k < 3; k++)
        show("list", list[k]);
    show("record", record.value);
    show("other", record.other);
    show("negative", negative);
    show("made", made);
    show("none", none);
    printf("%g %d\n", real_part, same);
    printf("%zu %zu %zu %zu %zu\n", sizeof(cd), sizeof(cf), sizeof(ce), sizeof(ci), sizeof(cc));
    printf("%zu %zu %zu %zu %zu\n", _Alignof(cd), _Alignof(cf), _Alignof(ce), _Alignof(ci), _Alignof(cu));
    printf("%zu %zu %zu\n", sizeof(_Complex), sizeof(1i), sizeof(1.0if + 1));
    printf("%zu %zu %zu\n", sizeof(bytes + bytes), sizeof(bytes + 'a'), sizeof(bytes + (cu)1));
    printf("%zu %zu %zu\n", sizeof(record), sizeof(-bytes), sizeof(__real__ bytes));
}

/* ---- arithmetic */

static const double numbers[] = {0.0, -0.0, 1.0, -2.5, 1e-310, 1e308, -1.7e308, 3e-160, INFINITY, -INFINITY, NAN, 0.1};
#define COUNT ((int)(sizeof numbers / sizeof numbers[0]))

static unsigned long sum;

static void add(double x)
{
    unsigned long bits;
    memcpy(&bits, &x, sizeof bits);
    if (x != x)
        bits = 1;
    sum = (sum ^ bits) * 0x100000001b3;
}

static void take(cd z)
{
    add(__real__ z);
    add(__imag__ z);
}

static void doubles(cd x, cd y)
{
    take(x + y);
    take(x - y);
    take(x * y);
    take(x / y);
    add(x == y);
    add(x != y);
}

static void mixed(cd x, double r)
{
    take(x + r);
    take(r + x);
    take(x - r);
    take(r - x);
    take(x * r);
    take(r * x);
    take(x / r);
    take(r / x);
    take(-x);
    take(~x);
    take(+x);
    add(x == r);
    add(!x);
}

static void floats(cf x, cf y, float r)
{
    take(x + y);
    take(x - y);
    take(x * y);
    take(x / y);
    take(x * r);
    take(r / x);
    take(x + 1);
    take(x * 2.0);
}

static void arithmetic(void)
{
    for (int a = 0; a < COUNT; a++)
        for (int b = 0; b < COUNT; b++) {
            cd x = __builtin_complex(numbers[a], numbers[b]);
            for (int c = 0; c < COUNT; c++) {
                mixed(x, numbers[c]);
                for (int d = 0; d < COUNT; d += 1 + (a + b) % 2) {
                    cd y = __builtin_complex(numbers[c], numbers[d]);
                    doubles(x, y);
                    floats(x, y, numbers[c]);
                }
            }
            printf("%d %d %016lx\n", a, b, sum);
        }
}

static void show_int(const char *what, ci z)
{
    printf("%s %d %d\n", what, __real__ z, __imag__ z);
}

static void integers(void)
{
    static const int parts[] = {0, 1, -3, 7, 100, -1000};
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++)
            for (int c = 0; c < 6; c++)
                for (int d = 0; d < 6; d++) {
                    ci x, y;
                    __real__ x = parts[a];
                    __imag__ x = parts[b];
                    __real__ y = parts[c];
                    __imag__ y = parts[d];
                    add(__real__ (x + y) + 3 * __imag__ (x - y));
                    add(__real__ (x * y) + 3 * __imag__ (x * y));
                    if (y)
                        add(__real__ (x / y) + 3 * __imag__ (x / y));
                    if (c)
                        add(__imag__ (x / parts[c]));
                }
    printf("%016lx\n", sum);
    cc small = 100 + 50i, more = 60 - 100i;
    show_int("char +", small + more);
    show_int("char *", small * more);
    show_int("char /", more / (cc)(3 + 1i));
    show_int("char -", -more);
    show_int("char + int", small + 100);
    cu big = 60000 + 3i;
    show_int("short +", big + big);
    show_int("short ~", ~big);
    _Complex unsigned u = 3;
    u /= 7 + 0i;
    show_int("unsigned /", u);
    unsigned char low = 250;
    low += 10 + 5i;
    printf("%d\n", low);
    _Complex long long wide = 1LL << 40;
    wide *= 4i;
    printf("%lld %lld\n", __real__ wide, __imag__ wide);
}

/* ---- conversions and truth */

static int truth(cd z)
{
    int n = 0;
    if (z)
        n += 1;
    if (!z)
        n += 2;
    n += z ? 4 : 8;
    while (z) {
        n += 16;
        break;
    }
    n += (z && 1) * 32 + (z || 0) * 64;
    _Bool b = z;
    return n + b * 128 + (_Bool)(cf)z * 256;
}

static void conversions(void)
{
    cd z = 3.75 - 2.5i;
    show("float", (cf)z);
    show("long double", (cd)(ce)z);
    show_int("int", z);
    show_int("char", (cc)(z * 100));
    int n = z;
    double d = z;
    float f = (cf)0.1;
    printf("%d %g %.9g %d\n", n, d, f, (int)(cd)7);
    show("from int", (cd)n);
    show("from char", (cf)'a');
    printf("%d %d %d %d\n", truth(0), truth(-0.0), truth(1i), truth(NAN));
    show("choice", n ? z : 1);
    show("choice", n ? 1 : z);
    show("comma", (n++, z));
    show("elvis", z ?: 7);
    show("elvis", (z - z) ?: 7);
    show("elvis", (n - n) ?: z);
    printf("%d %d\n", __builtin_constant_p(2.0i), __builtin_constant_p(z));
    printf("%d %g %g\n", n, __real__ 5.0, __imag__ d);
    printf("%d\n", __imag__ n++);
    printf("%d\n", n);
}

/* ---- lvalues */

static int calls;

static cd *place(void)
{
    static cd here[2];
    calls++;
    return here + 1;
}

static void places(void)
{
    cd z;
    __real__ z = 1;
    __imag__ z = 2;
    show("parts", z);
    __real__ z += 5;
    __imag__ z++;
    show("updated", z);
    double *p = &__imag__ z;
    *p = 9;
    show("pointed", z);
    cd *q = &z;
    __real__ *q = 4;
    __imag__ q[0] *= 2;
    show("behind", *q);
    show("post", z++);
    show("pre", --z);
    show("post", z--);
    show("pre", ++z);
    *place() += 1.0i;
    *place() *= 2;
    show("place", *place());
    show("after", (*place())++);
    printf("%d\n", calls);
    show("assigned", z = 2.0i);
    show("times", z *= z);
    show("over", z /= 1 + 1i);
    show("minus", z -= 1);
    double r = 2;
    r *= 3 + 4i;
    printf("%g\n", r);
    cd copy = z, array[2] = {z, ~z};
    copy = array[1] = array[0] + copy;
    show("copied", copy);
    struct pair { cf a; cd b[2]; } s = {.b = {1, 2i}}, t = s;
    t.a = t.b[1] + s.b[0];
    __real__ t.b[0] = 8;
    show("member", t.a);
    show("member", t.b[0]);
    volatile cf v = 1.5f;
    v += 1.0if;
    show("volatile", v);
    ci i = 5 - 1i;
    i++;
    show_int("integer", i--);
    show_int("integer", i);
    printf("%d\n", __real__ (cc)(i * 100));
    printf("%d\n", i == 5 - 1i && i != 5);
    union { cd z; double d[2]; } u = {3.0 + 4.0i};
    printf("%g %g\n", u.d[0], u.d[1]);
}

/* ---- calls */

static cd twice(cd z)
{
    z *= 2;
    return z;
}

static cf real_result(double x)
{
    return x;
}

static double complex_argument(cd z)
{
    return z;
}

static ci swapped(char first, ci z, cf other)
{
    ci result;
    __real__ result = __imag__ z + first;
    __imag__ result = __real__ z + (int)__real__ other;
    return result;
}

static cd total(int count, ...)
{
    va_list list;
    cd result = 0;
    va_start(list, count);
    for (int k = 0; k < count; k++) {
        result += va_arg(list, cd);
        result += va_arg(list, cf);
        result += va_arg(list, int);
        result += va_arg(list, cc);
    }
    va_end(list);
    return result;
}

static cd old_style(z, n)
    cd z;
    int n;
{
    return z * n;
}

static int counted;

static int count(void)
{
    return ++counted;
}

static cd counting(void)
{
    return count() + 1i;
}

static cd power(cd z, int n)
{
    return n == 0 ? 1 : z * power(z, n - 1);
}

static void functions(void)
{
    cd z = 1 - 3i;
    show("twice", twice(z));
    show("same", z);
    show("twice", twice(3));
    show("real", real_result(2.5));
    printf("%g\n", complex_argument(z));
    show_int("swapped", swapped('a', 1 + 2i, z));
    show("total", total(2, z, 1.5f + 1.0if, 7, (cc)(1 + 1i), -z, (cf)2, 8, (cc)(2i)));
    show("old", old_style(z, 3));
    show("power", power(1 + 1i, 10));
    cd (*pointer)(cd) = twice;
    show("pointer", pointer(pointer(z)));
    printf("%g %g\n", creal(twice(z)), cimagf(2.0if));
    printf("%g %g\n", __imag__ twice(z), __real__ conj(z));
    show("conj", conj(z));
    show("conjf", conjf(z));
    printf("%d %d\n", _Generic(z, cf: 1, cd: 2, default: 3), _Generic(1.0if, cf: 1, cd: 2, default: 3));
    printf("%d %d\n", _Generic(z + 1.0f, cf: 1, cd: 2, default: 3), _Generic(1i, ci: 1, default: 2));
    typeof(z) other = z;
    __auto_type third = other * 2;
    show("typeof", third);
    show("literal", (cd){2.0 + 1.0i});
    show("I", 1.0 + 2.0 * I);
    show("CMPLX", CMPLX(0.0, -0.0));
    printf("%d\n", __builtin_classify_type(z));
    cd many[12] = {1, 2i, 3, 4i, 5, 6, 7, 8, 9.5i, count(), counting()};
    for (int k = 0; k < 12; k++)
        show("many", many[k]);
    show("effects", counting() * (counting() ?: 1) + counting());
    counting();
    __real__ counting();
    -counting();
    (void)__imag__ count();
    printf("%d\n", counted);
    for (cd w = 5; w; w--)
        z *= w;
    show("loop", z);
    int numbers[2] = {1, 2}, *next = numbers;
    *next++ += 4 + 2i;
    printf("%d %d\n", numbers[0], *next);
    typedef _Complex float wide __attribute__((mode(DC)));
    short behind __attribute__((mode(DI)));
    printf("%zu %zu %zu\n", sizeof(wide), sizeof __real__ z, sizeof behind);
    show("statements", ({ cd q = 4; q / 2i; }));
    long double _Complex large = 3;
    large = large * (2 + 1i) / (1 - 1i) - 0.5L;
    show("large", large);
}

int main(void)
{
    constants();
    arithmetic();
    integers();
    conversions();
    places();
    functions();
    return 0;
}
