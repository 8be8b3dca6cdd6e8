// Functions with `constructor` and `destructor` priorities ran in the wrong order.
// gcc: same
#include <stdio.h>
__attribute__((constructor(102))) static void b(void) { puts("b"); }
__attribute__((constructor(101))) static void a(void) { puts("a"); }
__attribute__((constructor)) static void c(void) { puts("c"); }
__attribute__((destructor)) static void d(void) { puts("d"); }
__attribute__((destructor(101))) static void e(void) { puts("e"); }
int main(void) {
    puts("main");
    return 0;
}
