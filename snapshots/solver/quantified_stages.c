// run: explore --merge=pattern --stats
// run: explore --merge=pattern --no-quantified-solving --stats
// The stages of quantified solving answer most queries; with --no-quantified-solving, Z3's quantifier engine answers them.
#include <klee/klee.h>
int main(void) {
  char s[5];
  klee_make_symbolic(s, sizeof s, "s");
  s[4] = 0;
  int n = 0;
  while (s[n] == 'a') n++;
  klee_assert(n != 3);
  return 0;
}
