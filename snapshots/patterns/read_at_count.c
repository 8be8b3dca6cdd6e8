// run: explore --merge=pattern
// A read at the count stays a read, and the check of the terminator holds in the merged state.
#include <klee/klee.h>
int main(void) {
  char s[6];
  klee_make_symbolic(s, sizeof s, "s");
  s[5] = 0;
  int n = 0;
  while (s[n] && s[n] != '=') n++;
  klee_assert(s[n] == 0 || s[n] == '=');
  for (int i = 0; i < n; i++) klee_assert(s[i] != '=');
  return 0;
}
