// run: explore --merge=pattern --merge-check
// Conditions with signed bounds that differ in their constants have one letter.
#include <klee/klee.h>
int main(void) {
  signed char s[5];
  klee_make_symbolic(s, sizeof s, "s");
  int n = 0;
  while (n < 5 && s[n] < n - 3) n++;
  klee_assert(n != 4);
  return 0;
}
