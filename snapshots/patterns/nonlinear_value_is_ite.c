// run: explore --merge=pattern --merge-check
// A value that is not linear in the count becomes an `ite` over the counts; the check of its value holds.
#include <klee/klee.h>
int main(void) {
  char s[5];
  klee_make_symbolic(s, sizeof s, "s");
  s[4] = 0;
  int n = 0, square = 0;
  while (s[n]) { n++; square = n * n; }
  klee_assert(square != 9 || n == 3);
  klee_assert(square != 4);
  return 0;
}
