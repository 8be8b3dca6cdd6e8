// run: arrays --arrays published,value
// The published form replaces a 16-bit element, which is the concatenation of two reads, by one chain.
#include <klee/klee.h>
static const unsigned short table[8] = {300, 300, 300, 400, 400, 400, 400, 400};
int main(void) {
  unsigned char k;
  int x;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(k < 8);
  if (table[k] == x) return 1;
  return 0;
}
