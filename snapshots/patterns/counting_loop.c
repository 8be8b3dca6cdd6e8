// run: explore --merge=pattern --count-paths
// A loop that searches a terminator has one path for each length; they become one state with a count.
#include <klee/klee.h>
int main(void) {
  char s[8];
  klee_make_symbolic(s, sizeof s, "s");
  s[7] = 0;
  int n = 0;
  while (s[n]) n++;
  return n > 3;
}
