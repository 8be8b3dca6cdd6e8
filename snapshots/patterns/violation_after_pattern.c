// run: explore --merge=pattern
// A failure that needs a certain count is found in the merged state, with an input of this length.
#include <klee/klee.h>
int main(void) {
  char s[6];
  klee_make_symbolic(s, sizeof s, "s");
  s[5] = 0;
  int n = 0;
  while (s[n] == 'a') n++;
  klee_assert(n != 4);
  return 0;
}
