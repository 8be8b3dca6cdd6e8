// run: explore --cdse --threads 2
// An unsupported construct that one engine reaches makes the verdict of all engines incomplete.
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x > 100 && klee_is_symbolic(x)) return 1;
  klee_assert(x < 256);
  return 0;
}
