// run: cdse=maximize:5 --all-errors
// A failure that was found attracts no further path: the next path leads to the nearer of the other two assertions, at line 15.
#include <klee/klee.h>
int main(void) {
  unsigned char x, y, z;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_make_symbolic(&z, sizeof z, "z");
  if (x & 1) {
    klee_assert(y != 3);
    z = (z * 3 + y) ^ (z * 5 + x) ^ (z * 7 + y) ^ (z * 9 + x) ^ (z * 11 + y) ^ (z * 13 + x);
    klee_assert(z != 5);
  } else {
    z = z * 3 + y;
    klee_assert(z != 7);
  }
  return 0;
}
