// run: merges --merge=static
// No branch, check or address depends on the count, so all pairs are joined.
#include <klee/klee.h>

int main(void) {
  char text[6];
  klee_make_symbolic(text, sizeof text, "text");
  int dots = 0;
  for (int i = 0; i < 6; i++) {
    if (text[i] == '.')
      dots++;
  }
  return dots;
}
