// run: explore --merge=pattern --max-patterns 2
// run: explore --merge=pattern --max-patterns 3
// If more than --max-patterns states would remain at an exit, all paths are joined without patterns.
#include <klee/klee.h>
int main(void) {
  char s[6];
  klee_make_symbolic(s, sizeof s, "s");
  s[5] = 0;
  int n = 0;
  while (s[n] && s[n] != ',') n++;
  if (s[n]) return 1;
  return 0;
}
