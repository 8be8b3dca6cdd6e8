// run: explore --merge=pattern --merge-check
// A loop with two exits gives two patterns with the same count.
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
