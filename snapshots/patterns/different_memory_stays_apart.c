// run: explore --merge=pattern
// Two paths of a region with equal registers are not joined before its exit if live memory differs.
#include <klee/klee.h>
static int points;
int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  s[3] = 0;
  for (int i = 0; s[i]; i++) {
    if (s[i] == 'x')
      points += 2;
    if (s[i] < 'c')
      points++;
  }
  return points;
}
