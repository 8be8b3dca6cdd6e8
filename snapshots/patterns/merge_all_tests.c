// run: explore --merge=pattern --merge-all-tests
// One test is written for each path that a merged path represents.
#include <klee/klee.h>
int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  s[3] = 0;
  int n = 0;
  while (s[n]) n++;
  return n;
}
