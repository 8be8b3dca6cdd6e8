// run: explore --cdse
// An assumption bounds the size of a copy, so that each possible size is a case.
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char from[4] = {1, 2, 3, 4}, to[4] = {0};
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n <= 4);
  memcpy(to, from, n);
  klee_assert(to[1] == 0);
  return 0;
}
