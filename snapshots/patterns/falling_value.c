// run: explore --merge=pattern --merge-check
// A value that falls by a constant in each iteration is linear in the count.
#include <klee/klee.h>
int main(void) {
  char s[6];
  klee_make_symbolic(s, sizeof s, "s");
  s[5] = 0;
  int n = 0, left = 100;
  while (s[n]) { n++; left -= 7; }
  klee_assert(left + 7 * n == 100);
  return left == 79;
}
