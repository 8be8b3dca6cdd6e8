// lab first-proof, file toupper.c, task mend, expected not yet: ignores the length
#include <klee/klee.h>

#define LENGTH 5

/* Converts the lower-case letters of a text to upper case. */
void to_upper(char *text, int length) {
  for (int i = 0; i < 5; i++) {
    if (text[i] >= 'a' && text[i] <= 'z')
      text[i] = text[i] - 'a' + 'A';
  }
}

int main(void) {
  char text[LENGTH];
  klee_make_symbolic(text, sizeof text, "text");
  to_upper(text, LENGTH);
  for (int i = 0; i < LENGTH; i++)
    klee_assert(!(text[i] >= 'a' && text[i] <= 'z'));
  return 0;
}
