// lab first-proof, file swapcase.c, task write, expected not yet: changes the characters between Z and a
#include <klee/klee.h>

int swap_case(char *text) {
  int n = 0;
  for (int i = 0; text[i]; i++) {
    if (text[i] >= 'A' && text[i] <= 'z') { text[i] ^= 32; n++; }
  }
  return n;
}

int main(void) {
  char text[5];
  klee_make_symbolic(text, sizeof text, "text");
  text[4] = 0;
  swap_case(text);
  return 0;
}
