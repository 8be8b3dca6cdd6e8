#include <klee/klee.h>

int blanks(const char *text);

int main(void) {
  char text[11];
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[10] == 0);
  char before[11];
  for (int i = 0; i < 11; i++)
    before[i] = text[i];
  unsigned char k;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 10);
  int count = blanks(text);
  klee_assert((count >= 0) & (count <= 10));   // the result is at most the length of the text
  klee_assert(text[count] != ' ');             // the first character behind the counted ones is no blank
  klee_assert(text[k] == before[k]);            // the text is unchanged
  klee_assert((k >= count) | (text[k] == ' ')); // each counted character (that with the index k) is a blank
  return 0;
}
