// run: explore --merge=pattern
// Three paths end at the terminator, and become one state with a quantifier; the path that ends at the bound stays apart.
#include <klee/klee.h>
int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  s[3] = 0;
  int n = 0;
  while (s[n]) n++;
  return n;
}
