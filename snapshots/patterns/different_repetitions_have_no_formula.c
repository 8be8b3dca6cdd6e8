// run: explore --merge=pattern --no-incremental-merging
// Paths whose words have one pattern are merged by it only if their common conditions are equal, also in their constants.
#include <klee/klee.h>
int main(void) {
  char s[3];
  klee_make_symbolic(s, sizeof s, "s");
  int n = 0, last = 0;
  for (int i = 0; i < 3; i++)
    switch (s[i]) {
    case 'a': if (last == 'b') klee_silent_exit(0); n += 1; last = 'a'; break;
    case 'b': if (last == 'b') klee_silent_exit(0); n += 2; last = 'b'; break;
    default: return n;
    }
  return n;
}
