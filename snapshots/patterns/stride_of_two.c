// run: explore --merge=pattern --merge-check
// A loop that reads each second byte has offsets that are linear in the count.
#include <klee/klee.h>
int main(void) {
  char s[10];
  klee_make_symbolic(s, sizeof s, "s");
  s[8] = 0;
  int n = 0;
  while (s[n]) n += 2;
  klee_assert(n % 2 == 0);
  return n == 6;
}
