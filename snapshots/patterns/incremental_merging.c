// run: explore --merge=pattern
// run: explore --merge=pattern --no-incremental-merging
// Two paths of a region with the same program point and live state are joined at once, unless the option disables it.
#include <klee/klee.h>
int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  s[3] = 0;
  int n = 0;
  for (int i = 0; s[i]; i++) {
    if (s[i] == 'x') klee_assert(i < 3);
    n = i;
  }
  return n;
}
