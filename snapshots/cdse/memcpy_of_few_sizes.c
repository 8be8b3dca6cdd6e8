// run: explore --cdse
// A copy of symbolic size writes each byte in the cases that reach it.
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char from[4] = {1, 2, 3, 4}, to[4] = {0};
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  memcpy(to, from, n & 3);
  klee_assert(to[3] == 0 && (to[2] == 3) == ((n & 3) == 3));
  klee_assert(to[1] == 2);
  return 0;
}
