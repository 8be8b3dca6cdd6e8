// run: explore --merge=pattern --links only:quantified,oneshot --stats
// `quantified` answers queries about a merged state by queries without quantifiers.
#include <klee/klee.h>
int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  s[3] = 0;
  int n = 0;
  while (s[n] == 'a') n++;
  klee_assert(n != 2);
  return 0;
}
