// run: merges --merge=pattern
// Paths are not joined (line 11) if only one of them has read an indeterminate byte of an object that both have. They are joined at the end of the
// program, after both have read one.
#include <klee/klee.h>
static int pick(unsigned char x, char *y) { return x > 5 ? y[0] : 1; }
int main(void) {
  unsigned char x;
  char y[2];
  klee_make_symbolic(&x, sizeof x, "x");
  int picked = pick(x, y);
  y[1] = 3;
  return picked == y[x & 1];
}
