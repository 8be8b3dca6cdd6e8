/* The ifunc attribute: the resolver selects the implementation. */
#include <stdio.h>

typedef struct {
    long a, b, c;
} triple;

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static triple fill(double d) { return (triple){d, d * 2, 3}; }
static void hello(void) { puts("hello"); }

static int (*select_int(void))(int, int) { return sizeof(int) == 4 ? add : sub; }
static void *select_triple(void) { return fill; }
static __typeof(hello) *select_hello(void) { return hello; }

int combine(int, int) __attribute__((ifunc("select_int")));
triple make(double) __attribute__((__ifunc__("select_triple")));
void greet(void) __attribute__((ifunc("select_hello")));

int main(void)
{
    int (*pointer)(int, int) = combine;
    greet();
    greet();
    printf("%d %d %ld\n", combine(3, 4), pointer(5, 6), make(1.5).b);
    return pointer != combine;
}
