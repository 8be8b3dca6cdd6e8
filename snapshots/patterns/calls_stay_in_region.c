// run: explore --merge=pattern
// A state in a function that a loop calls has not left the loop: the paths are joined at the exit of the loop.
#include <klee/klee.h>
static int once(int n) { return n + 1; }
static int twice(int n) { return once(once(n)); }
int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  s[3] = 0;
  int n = 0;
  for (int i = 0; s[i]; i++)
    if (s[i] == 'x')
      n = twice(n);
  return n;
}
