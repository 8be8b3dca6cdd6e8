// run: explore --merge=pattern --cfmse
// Melding removes the branch in the loop, and the remaining exits of the loop form a pattern.
#include <klee/klee.h>
int main(void) {
  char s[6];
  klee_make_symbolic(s, sizeof s, "s");
  s[5] = 0;
  int n = 0, upper = 0;
  while (s[n]) {
    if (s[n] >= 'a') upper = 1;
    else upper = 2;
    n++;
  }
  return upper;
}
