/* Function pointers, recursion, old-style definitions, unprototyped calls, static locals. */
#include <stdio.h>
#include <stdlib.h>
typedef int (*op)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static op choose(int c) { return c == '+' ? add : &sub; }
static int apply(op f, int a, int b) { return (*f)(a, b) + (***f)(b, a); }
int old(a, f, c) char a; float f; short c; { return a + (int)(f * 2) + c; }
int later();
static int ackermann(int m, int n) { return m ? ackermann(m - 1, n ? ackermann(m, n - 1) : 1) : n + 1; }
static int is_odd(int n);
static int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }
static int counter(void) { static int n = 10; static int *p = &n; return ++*p; }
static int descending(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }
struct ops { const char *name; int (*run)(int, int); } all[] = {{"add", add}, {"sub", sub}};
static void nothing(void) {}
static int (*pick(int i))(int, int) { return all[i].run; }
int main(void) {
    printf("%d %d\n", choose('+')(2, 3), choose('-')(2, 3));
    printf("%d %d\n", apply(add, 5, 6), apply(sub, 5, 6));
    printf("%d %d\n", old(300, 2.75, 70000), later(4, 'a'));
    printf("%d %d %d\n", ackermann(2, 3), is_even(10), is_odd(7));
    counter();
    printf("%d ", counter());
    printf("%d\n", counter());
    int v[] = {4, 9, 1, 7, 3};
    qsort(v, 5, sizeof *v, descending);
    for (int i = 0; i < 5; i++) printf("%d ", v[i]);
    for (unsigned i = 0; i < 2; i++) printf("%s=%d ", all[i].name, all[i].run(9, 4));
    printf("%d\n", pick(1)(1, 1));
    int (*open)() = old;
    printf("%d\n", open(1, 2.0, 3));
    void (*n)(void) = nothing;
    n();
    int (*abs_pointer)(int) = abs;
    printf("%d %d\n", abs_pointer(-4), (add)(1, 1));
    return add == choose('+');
}
int later(int a, int b) { return a * 1000 + b; }
