// run: explore --merge=pattern --count-paths
// A path is not joined with one from whose subtree a path has failed: exploring this subtree again would repeat the failure.
#include <klee/klee.h>
int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  s[3] = 0;
  int n = 0;
  for (int i = 0; s[i]; i++) {
    if (s[i] == s[0] && n > 1)
      n++;
    n = i;
    if (s[i] < 'c')
      i++;
  }
  return n;
}
