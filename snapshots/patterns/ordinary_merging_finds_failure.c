// run: explore --merge=cfg
// run: explore --merge=static
// run: explore --merge=dynamic
// Ordinary merging at the same merge point finds the same failure, without a quantifier.
#include <klee/klee.h>
int main(void) {
  char s[5];
  klee_make_symbolic(s, sizeof s, "s");
  s[4] = 0;
  int n = 0;
  while (s[n] == 'a') n++;
  klee_assert(n != 3);
  return 0;
}
