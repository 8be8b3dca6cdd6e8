// run: explore --merge=pattern
// Each call of a recursive function is a region.
#include <klee/klee.h>
static int length(const char *s) { return *s ? 1 + length(s + 1) : 0; }
int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  s[3] = 0;
  klee_assert(length(s) <= 3);
  return length(s) == 2;
}
