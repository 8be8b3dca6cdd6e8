// run: explore --cdse
// A function that calls setjmp is not supported.
#include <klee/klee.h>
#include <setjmp.h>
jmp_buf context;
int main(void) {
  if (setjmp(context)) return 1;
  klee_assert(0);
  return 0;
}
