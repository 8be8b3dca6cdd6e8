// run: explore --merge=pattern
// Paths through a switch have no repeated conditions, so they are joined without a pattern.
#include <klee/klee.h>
static int kind(unsigned char c) {
  if (c == '+') return 1;
  if (c < 10) return 2;
  if (c * 3 == 99) return 3;
  return 4;
}
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  return kind(c) > 2;
}
