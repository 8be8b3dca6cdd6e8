#include <klee/klee.h>

#define MOST 5

void to_upper(char *text, int length);

int main(void) {
  char text[MOST], before[MOST];
  int length;
  klee_make_symbolic(text, sizeof text, "text");
  klee_make_symbolic(&length, sizeof length, "length");
  klee_assume((length >= 0) & (length <= MOST));
  for (int i = 0; i < MOST; i++)
    before[i] = text[i];
  to_upper(text, length);
  for (int i = 0; i < MOST; i++) {
    int changes = (i < length) & (before[i] >= 'a') & (before[i] <= 'z');
    klee_assert(!changes | (text[i] == before[i] - 'a' + 'A')); // each lower-case letter becomes its capital letter
    klee_assert(changes | (text[i] == before[i]));              // every other character stays as it is
  }
  return 0;
}
