// run: explore --merge=pattern --merge-check
// Elements of 32 bits are concatenations of four bytes, whose offsets are linear in the count.
#include <klee/klee.h>
int main(void) {
  int s[5];
  klee_make_symbolic(s, sizeof s, "s");
  int n = 0;
  while (n < 5 && s[n] > 1000) n++;
  klee_assert(n != 4 || s[3] > 1000);
  klee_assert(n != 4);
  return 0;
}
