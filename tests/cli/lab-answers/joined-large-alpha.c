// run: merges --merge=static --qce-alpha=100000
// lab merging, file joined.c, task joined, expected not yet: changes the threshold and not the program
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
