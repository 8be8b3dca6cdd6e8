// run: explore --merge=pattern --merge-check
// A condition before the loop in the same region is the common first part of the words.
#include <klee/klee.h>
static int length(const char *s, unsigned char on) {
  int n = 0;
  if (on < 7) return 0;
  while (s[n]) n++;
  return n;
}
int main(void) {
  char s[6];
  unsigned char on;
  klee_make_symbolic(s, sizeof s, "s");
  klee_make_symbolic(&on, sizeof on, "on");
  s[5] = 0;
  klee_assert(length(s, on) != 3);
  return 0;
}
