#include <klee/klee.h>

#define LENGTH 5

void to_upper(char *text, int length);

int main(void) {
  char text[LENGTH], before[LENGTH];
  klee_make_symbolic(text, sizeof text, "text");
  for (int i = 0; i < LENGTH; i++)
    before[i] = text[i];
  to_upper(text, LENGTH);
  for (int i = 0; i < LENGTH; i++) {
    int is_lower = before[i] >= 'a' && before[i] <= 'z';
    klee_assert(text[i] == (is_lower ? before[i] - 32 : before[i]));
  }
  return 0;
}
