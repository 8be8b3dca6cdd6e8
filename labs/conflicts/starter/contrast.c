#include <klee/klee.h>

/* At least 100 paths with --plain, and at most 10 with --cdse. */
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  return 0;
}
