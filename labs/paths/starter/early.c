#include <klee/klee.h>

int main(void) {
  char code[4];
  klee_make_symbolic(code, sizeof code, "code");
  for (int i = 0; i < 4; i++) {
    if (code[i] != '7')
      return i;
  }
  return 4;
}
