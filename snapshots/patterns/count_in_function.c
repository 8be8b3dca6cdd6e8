// run: explore --merge=pattern
// A function is a region, too: its paths are joined when it returns.
#include <klee/klee.h>
static int length(const char *s) {
  int n = 0;
  while (s[n]) n++;
  return n;
}
int main(void) {
  char s[6];
  klee_make_symbolic(s, sizeof s, "s");
  s[5] = 0;
  klee_assert(length(s) < 6);
  return length(s) == 2;
}
