// lab first-proof, file swapcase.c, task write, expected not decided: never ends
#include <klee/klee.h>

int swap_case(char *text) {
  int n = 0;
  while (*text) {
    if (*text >= 'a' && *text <= 'z') { *text -= 32; n++; }
    else if (*text >= 'A' && *text <= 'Z') { *text += 32; n++; }
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
