// run: explore --merge=pattern --stats
// A condition on one cell under the quantifier needs a model in which the other instances hold, too.
#include <klee/klee.h>
int main(void) {
  unsigned char s[8], c;
  klee_make_symbolic(s, sizeof s, "s");
  klee_make_symbolic(&c, sizeof c, "c");
  int n = 0;
  while (n < 8 && s[n] > 'f') n++;
  if (n > 4) {
    klee_assert(s[2] != 'x');
    klee_assert(s[1] + s[3] != 401 || c * c != 49);
  }
  return 0;
}
