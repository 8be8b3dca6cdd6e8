// run: arrays
// A condition on nested reads `next[class[c]]` becomes ranges of the innermost index.
#include <klee/klee.h>
int main(void) {
  unsigned char class[64], next[40], c;
  for (int i = 0; i < 64; i++) class[i] = i / 16 * 10;
  for (int i = 0; i < 40; i++) next[i] = 9 - i / 10;
  klee_make_symbolic(&c, sizeof c, "c");
  klee_assume(c < 64);
  if (next[class[c]] == 8) return 1;
  return 0;
}
