// run: explore --merge=pattern
// An assumption after the loop restricts the count of the merged state.
#include <klee/klee.h>
int main(void) {
  char s[6];
  klee_make_symbolic(s, sizeof s, "s");
  s[5] = 0;
  int n = 0;
  while (s[n]) n++;
  klee_assume(n >= 2 & n <= 3);
  klee_assert(s[0] && s[1] && (!s[2] || !s[3]));
  return 0;
}
