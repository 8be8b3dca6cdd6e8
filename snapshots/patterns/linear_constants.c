// run: explore --merge=pattern --merge-check
// Constants that are linear in the count become expressions over the count.
#include <klee/klee.h>
int main(void) {
  unsigned char s[5];
  klee_make_symbolic(s, sizeof s, "s");
  int n = 0;
  while (n < 5 && s[n] > 2 * n + 3) n++;
  return n > 2;
}
