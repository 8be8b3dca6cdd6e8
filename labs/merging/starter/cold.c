#include <klee/klee.h>

/* Counts the dots of a text. The result is the exit status, and no branch or check depends on it. */
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
