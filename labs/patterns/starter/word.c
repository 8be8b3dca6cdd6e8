#include <klee/klee.h>

int main(void) {
  static const char word[] = "qxzcartd";
  char text[9];
  klee_make_symbolic(text, sizeof text, "text");
  int i = 0;
  while (i < 8 && text[i] == word[i])
    i++;
  klee_assert(i <= 8);
  return 0;
}
