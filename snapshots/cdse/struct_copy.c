// run: explore --cdse
// A structure assignment copies the bytes of one of two structures.
#include <klee/klee.h>
struct pair { unsigned char first, second; };
int main(void) {
  struct pair a = {1, 2}, b = {3, 4}, c;
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  c = *(x > 100 ? &a : &b);
  klee_assert(c.second == c.first + 1);
  klee_assert(c.first != 1 || x != 101);
  return 0;
}
