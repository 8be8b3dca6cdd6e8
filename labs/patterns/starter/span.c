#include <klee/klee.h>

/* Returns the number of digits at the start of a text. */
static int span(const char *text) {
  int i = 0;
  while (text[i] >= '0' && text[i] <= '9')
    i++;
  return i;
}

int main(void) {
  char text[9];
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[8] == 0);
  int length = span(text);
  klee_assert(length <= 8);
  klee_assert(text[length] < '0' || text[length] > '9');
  return 0;
}
