// run: explore --merge=pattern --merge-check
// An assumption excludes one count, so the merged state has a gap between its counts.
#include <klee/klee.h>
int main(void) {
  char s[7];
  klee_make_symbolic(s, sizeof s, "s");
  s[6] = 0;
  klee_assume(s[2] != 0);
  int n = 0;
  while (s[n]) n++;
  klee_assert(n != 2);
  klee_assert(n != 3);
  return 0;
}
