// run: explore --merge=pattern
// Paths that return from the loop and paths that leave it at its end wait at the exit of the function.
#include <klee/klee.h>
static int find(const char *s, char c) {
  for (int i = 0; s[i]; i++)
    if (s[i] == c) return i;
  return -1;
}
int main(void) {
  char s[5];
  klee_make_symbolic(s, sizeof s, "s");
  s[4] = 0;
  int at = find(s, ',');
  klee_assert(at < 0 || s[at] == ',');
  klee_assert(at != 2);
  return 0;
}
