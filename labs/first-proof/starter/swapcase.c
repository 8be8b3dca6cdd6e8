#include <klee/klee.h>

/* Changes each lower-case letter of a text to upper case and each upper-case letter to lower case, and leaves all other
   characters as they are. The text ends with a zero byte. Returns the number of changed characters. */
int swap_case(char *text) {
  return 0;
}

int main(void) {
  char text[5];
  klee_make_symbolic(text, sizeof text, "text");
  text[4] = 0;
  swap_case(text);
  return 0;
}
