// run: explore --cdse
// A copy whose size has more than 64 values is not supported.
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char from[100] = {1, 2, 3, 4}, to[100] = {0};
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n <= 99);
  memcpy(to, from, n);
  klee_assert(to[1] == 0);
  return 0;
}
