// run: explore --merge=pattern --count-paths
// The exact number of paths of two loops is the product of their numbers of iterations.
#include <klee/klee.h>
int main(void) {
  char s[4], t[4];
  klee_make_symbolic(s, sizeof s, "s");
  klee_make_symbolic(t, sizeof t, "t");
  s[3] = t[3] = 0;
  int n = 0, m = 0;
  while (s[n]) n++;
  while (t[m]) m++;
  return n + m;
}
