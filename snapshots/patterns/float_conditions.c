// run: explore --merge=pattern
// Conditions with floating-point operations are excluded from patterns.
#include <klee/klee.h>
int main(void) {
  float s[3];
  klee_make_symbolic(s, sizeof s, "s");
  int n = 0;
  while (n < 3 && s[n] > 1.0f) n++;
  return n;
}
