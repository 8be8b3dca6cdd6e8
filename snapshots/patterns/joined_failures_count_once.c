// run: explore --merge=pattern
// run: explore
// Joined paths that fail count as one failure: two failures instead of three.
#include <klee/klee.h>
int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  s[3] = 0;
  int n = 0;
  for (int i = 0; s[i]; i++) {
    if (s[i] == 'x') n = 1;
    if (s[i] == 'y') klee_assert(i != 1);
  }
  return n;
}
