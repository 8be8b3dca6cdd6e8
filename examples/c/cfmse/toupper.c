/*
 * Converts a buffer of SIZE characters to upper case.
 *
 * Branches: one per character. The condition joins two comparisons by a bitwise `&`, so that it is a
 * single branch on symbolic data whose body only rewrites the character.
 * VERIFY:   the result contains no lower-case letter.
 * Paths:    2^SIZE when every branch forks (SIZE 10: 1024).
 * MERGE:    marks the branches for --merge=manual.
 */
#include <klee/klee.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 10
#endif

#ifdef MERGE
#define open_merge() klee_open_merge()
#define close_merge() klee_close_merge()
#else
#define open_merge() ((void)0)
#define close_merge() ((void)0)
#endif

static void to_upper(char *text, int length) {
  for (int i = 0; i < length; i++) {
    open_merge();
    if ((text[i] >= 'a') & (text[i] <= 'z'))
      text[i] = text[i] - 'a' + 'A';
    close_merge();
  }
}

int main(void) {
  char *text = malloc(SIZE);
  klee_make_symbolic(text, SIZE, "text");

  to_upper(text, SIZE);

#ifdef VERIFY
  for (int i = 0; i < SIZE; i++)
    klee_assert(!((text[i] >= 'a') & (text[i] <= 'z')));
#endif
  free(text);
  return 0;
}
