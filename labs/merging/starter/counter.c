#include <klee/klee.h>

/* Counts the dots of a text. Nothing after the loop depends on the count, except one assertion. */
int main(void) {
  char text[6];
  klee_make_symbolic(text, sizeof text, "text");
  int dots = 0;
  for (int i = 0; i < 6; i++) {
    if (text[i] == '.')
      dots++;
  }
  klee_assert(dots <= 6);
  return 0;
}
