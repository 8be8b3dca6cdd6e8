// run: explore --merge=pattern
// The paths of an inner loop are merged at its exit before those of the outer loop.
#include <klee/klee.h>
int main(void) {
  char s[4], t[4];
  klee_make_symbolic(s, sizeof s, "s");
  klee_make_symbolic(t, sizeof t, "t");
  s[3] = t[3] = 0;
  int n = 0;
  for (int i = 0; s[i]; i++)
    for (int k = 0; t[k] == s[i]; k++) n = 1;
  return n;
}
