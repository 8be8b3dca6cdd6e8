// run: explore --cdse
// A `memset` of more than 1024 bytes through a pointer to one of two arrays is not supported.
#include <klee/klee.h>
#include <string.h>
int main(void) {
  unsigned char x;
  static char a[600], b[600];
  klee_make_symbolic(&x, sizeof x, "x");
  memset(x < 7 ? a : b, 5, 600);
  klee_assert(a[2] + b[2] == 5);
  return 0;
}
