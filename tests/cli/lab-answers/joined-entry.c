// run: merges --merge=static
// entry: other
// lab merging, file joined.c, task joined, expected not yet: starts at another function
#include <klee/klee.h>

int main(void) {
  char text[6];
  klee_make_symbolic(text, sizeof text, "text");
  int dots = 0;
  for (int i = 0; i < 6; i++) {
    if (text[i] == '.')
      dots++;
    if (dots == 3)
      return 1;
  }
  return 0;
}
int other(void) {
  char key;
  klee_make_symbolic(&key, sizeof key, "key");
  int n = 0;
  if (key == 1) n = 2 * key;
  return n;
}
