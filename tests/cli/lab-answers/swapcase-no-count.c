// lab first-proof, file swapcase.c, task write, expected not yet: returns no count
#include <klee/klee.h>

int swap_case(char *text) {
  for (int i = 0; text[i]; i++) {
    if (text[i] >= 'a' && text[i] <= 'z') text[i] -= 32;
    else if (text[i] >= 'A' && text[i] <= 'Z') text[i] += 32;
  }
  return 0;
}

int main(void) {
  char text[5];
  klee_make_symbolic(text, sizeof text, "text");
  text[4] = 0;
  swap_case(text);
  return 0;
}
