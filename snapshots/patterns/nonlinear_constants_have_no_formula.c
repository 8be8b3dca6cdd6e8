// run: explore --merge=pattern
// Constants that are not linear in the count, here squares, have no formula: the paths are joined without a pattern.
#include <klee/klee.h>
int main(void) {
  unsigned char s[5];
  klee_make_symbolic(s, sizeof s, "s");
  int n = 0;
  while (n < 5 && s[n] > n * n + 3) n++;
  return n;
}
