#include <klee/klee.h>
int blanks(const char *text);
int main(void) {
  char text[11];
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[10] == 0);
  int count = blanks(text);
  klee_assert(count >= 0 && count <= 10);
  klee_assert(text[count] != ' ');
  return 0;
}
