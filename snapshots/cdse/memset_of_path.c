// run: explore --cdse
// A `memset` through a pointer to one of two arrays writes only the selected array.
#include <klee/klee.h>
#include <string.h>
int main(void) {
  unsigned char x;
  char a[4] = {0}, b[4] = {0};
  klee_make_symbolic(&x, sizeof x, "x");
  memset(x < 7 ? a : b, 5, 3);
  klee_assert(a[2] + b[2] == 5 && a[3] + b[3] == 0);
  klee_assert(a[0] == 0);
  return 0;
}
