// run: explore --cdse
// A loop over an input string ends at its terminator; a failure needs a string of this length.
#include <klee/klee.h>
int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  s[3] = 0;
  int n = 0;
  while (s[n]) n++;
  klee_assert(n < 4);
  klee_assert(n != 2);
  return 0;
}
