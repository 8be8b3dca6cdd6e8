// run: explore --merge=pattern
// Two paths end at the terminator and one at the bound: fewer than three paths with one pattern are joined without a quantifier.
#include <klee/klee.h>
int main(void) {
  char s[3];
  klee_make_symbolic(s, sizeof s, "s");
  s[2] = 0;
  int n = 0;
  while (s[n]) n++;
  return n;
}
