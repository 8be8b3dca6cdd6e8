/* Vector types: operators by lane, scalars as operands, subscripts, casts, shuffles, calls. */
#include <stdarg.h>
#include <stdio.h>

typedef int v4si __attribute__((vector_size(16)));
typedef unsigned v4su __attribute__((vector_size(4 * sizeof(unsigned))));
typedef signed char v8qi __attribute__((vector_size(8)));
typedef unsigned short v4hu __attribute__((vector_size(8)));
typedef double v2df __attribute__((vector_size(16)));
typedef float v4sf __attribute__((vector_size(16)));
typedef long v2di __attribute__((vector_size(16)));
typedef unsigned char v16qu __attribute__((vector_size(16)));

static v4si global = {1, 2, 3};
static const v4sf floats[2] = {{1.5f, -2}, {3, 4, 5, 6}};
int __attribute__((vector_size(8))) pair = {7, 8};
int *pointed __attribute__((vector_size(8)));

static void show(const char *what, v4si v)
{
    printf("%s: %d %d %d %d\n", what, v[0], v[1], v[2], v[3]);
}

static v4si twice(v4si v)
{
    return v + v;
}

static v4si sum(int count, ...)
{
    va_list list;
    v4si total = {0};
    va_start(list, count);
    for (int i = 0; i < count; i++)
        total += va_arg(list, v4si);
    va_end(list);
    return total;
}

struct holder {
    char c;
    v4si v;
    v2df d[2];
};

static void operators(v4si a, v4si b)
{
    show("+", a + b);
    show("-", a - b);
    show("*", a * b);
    show("/", a / b);
    show("%", a % b);
    show("&", a & b);
    show("|", a | b);
    show("^", a ^ b);
    show("<<", a << (b & 7));
    show(">>", a >> 1);
    show("1 -", 1 - a);
    show("-a", -a);
    show("~a", ~a);
    show("a < b", a < b);
    show("a == b", a == b);
    show("a != 3", a != 3);
    show("unsigned", (v4si)((v4su)a >> 28));
    show("? :", a[0] > 0 ? a : b);
    show(",", (a, b));
}

static void updates(v4si a)
{
    v4si b = a++;
    show("old", b);
    show("new", a);
    show("pre", --a);
    a += b;
    a *= 3;
    a <<= (v4si){0, 1, 2, 3};
    show("updated", a);
    for (int i = 0; i < 4; i++)
        a[i] += i * 100;
    a[1]--;
    int *p = &a[2];
    *p = -1;
    show("lanes", a);
    show("rvalue", (v4si){twice(a)[1], (a + 1)[2], a[2]});
}

static void narrow(void)
{
    v8qi c = {100, -100, 127, -128, 1, 2, 3, 4};
    v8qi d = c + c;
    v4hu h = {65535, 1, 2, 3};
    h = h * h + 1;
    for (int i = 0; i < 8; i++)
        printf("%d %d ", d[i], (c > d)[i]);
    printf("%d %d %d\n", h[0], h[1], (h >> 1)[3]);
    long bits = (long)c;
    printf("%lx %d\n", (unsigned long)bits, ((v8qi)0x0102030405060708L)[0]);
}

static void reals(void)
{
    v2df a = {1.5, -0.0}, b = {2, 4};
    v2di less = a < b;
    v2df c = -a * b / 3 + 1;
    v4sf f = floats[0] * floats[1] - 1;
    printf("%ld %ld %g %g %g %g %g\n", less[0], less[1], c[0], c[1], f[0], f[1], f[3]);
    printf("%d\n", ((v16qu)a)[7]);
}

static void shuffles(void)
{
    v4si a = {1, 2, 3, 4}, b = {5, 6, 7, 8}, mask = {3, 6, -1, 9};
    show("one", __builtin_shuffle(a, mask));
    show("two", __builtin_shuffle(a, b, mask));
    show("converted", __builtin_convertvector(floats[0] * 10, v4si));
    show("constant", __builtin_shufflevector(a, b, 0, 4, 1, 5));
}

int main(void)
{
    struct holder h = {'x', {1, 2, 3, 4}, {{1, 2}, {3, 4}}}, copy;
    v4si a = {5, -7, 11, 2147483647}, b = {2, 3, -4, 5};
    printf("%zu %zu %zu %zu\n", sizeof(v4si), _Alignof(v8qi), sizeof h, sizeof *pointed);
    copy = h;
    copy.v += h.v;
    show("global", global + (v4si){1});
    show("member", copy.v);
    printf("%g %d\n", copy.d[1][1], pair[1]);
    a[3] = 1000;
    operators(a, b);
    updates(b);
    narrow();
    reals();
    shuffles();
    show("varargs", sum(3, a, b, global));
    return (a == a)[2] == -1 ? 0 : 1;
}
