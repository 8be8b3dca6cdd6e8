/* Assembly without instructions: barriers, copies and unchanged values. */
#include <stdio.h>

struct pair { int a, b; };

static int seen;
static int *bar(int *p) { seen++; return p; }

#define hide(x) ({ __typeof__(x) hidden_; __asm__("" : "=r"(hidden_) : "0"(x)); hidden_; })

int main(void)
{
    int x = 5, y = 7, z;
    double d = 1.5;
    struct pair s = {1, 2};
    char *p = "text", *q;
    asm("");
    asm volatile("" ::: "memory");
    __asm__ __volatile__("# only a comment\n\t" : : : "memory", "cc");
    asm volatile("" : "+r"(x));
    asm("" : "+m"(s), "+g"(d));
    asm("" : "=r"(q) : "0"(p));
    asm("" : "=r"(x), "=r"(y) : "0"(y), "1"(x));
    asm("" : [out] "=r"(z) : "[out]"(x + 1));
    asm("" : "+r"(*bar(&z)));
    asm volatile("" : : "r"(seen++), "m"(s));
    z += hide(10);
    __asm("" : "=&x"(d) : "0"(2.5));
    printf("%d %d %d %g %d %d %s %d\n", x, y, z, d, s.a, s.b, q, seen);
    return 0;
}
