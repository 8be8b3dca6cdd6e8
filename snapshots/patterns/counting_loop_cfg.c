// run: explore --merge=cfg
// `cfg` joins the same paths at the exit of the loop, without patterns.
#include <klee/klee.h>
int main(void) {
  char s[8];
  klee_make_symbolic(s, sizeof s, "s");
  s[7] = 0;
  int n = 0;
  while (s[n]) n++;
  return n > 3;
}
