// run: explore --merge=pattern --merge-check
// Bytes that the loop writes differ between the paths, and become expressions over the count.
#include <klee/klee.h>
int main(void) {
  char s[5], t[5] = {9, 9, 9, 9, 9};
  klee_make_symbolic(s, sizeof s, "s");
  s[4] = 0;
  int n = 0;
  while (s[n]) { t[n] = s[n]; n++; }
  t[n] = 0;
  klee_assert(t[0] == s[0]);
  klee_assert(n < 2 || t[1] != 0);
  return 0;
}
