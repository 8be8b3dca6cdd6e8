// run: explore --merge=pattern --merge-check
// An iteration with two different conditions repeats a word of two letters.
#include <klee/klee.h>
int main(void) {
  unsigned char s[9];
  klee_make_symbolic(s, sizeof s, "s");
  s[8] = 0;
  int n = 0;
  while (s[n] == 'a' && s[n + 1] > 'b') n += 2;
  klee_assert(n != 4 || s[3] > 'b');
  return n;
}
