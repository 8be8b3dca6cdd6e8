/* An asm label is the linker name of a declaration. */
#include <stdio.h>
int f(int) __asm__("g");
int g(int x){ return x+1; }
extern int var __asm__("other");
int other = 7;
int own(void) __asm__("public_name");
int own(void){ return 3; }
int public_name(void);
static int hidden __asm__("secret") = 5;
int puts2(const char*) __asm__("puts");
int late(int);
int late(int) __asm__("g");
int printed(const char *, ...) __asm__("printf");
extern int open_ended[] __asm__("table");
int table[3] = {1, 2, 3};
int main(){ int *volatile p = &var, *volatile q = &other;
 printf("%d %d %d %d\n", f(4), var, public_name(), hidden); puts2("hi"); printed("%d %d %d\n", late(1), open_ended[2], p == q); return 0;}
