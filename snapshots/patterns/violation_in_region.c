// run: explore --merge=pattern
// A failing assertion in a loop is reported, and the four paths that leave the loop are merged by a pattern.
#include <klee/klee.h>
int main(void) {
  char s[6];
  klee_make_symbolic(s, sizeof s, "s");
  s[5] = 0;
  int n = 0;
  while (s[n] == 'a') {
    klee_assert(n != 3);
    n++;
  }
  return n;
}
