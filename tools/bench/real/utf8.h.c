// experiment: coverage over time of a comparison of two strings of 15 bytes (CFM-SE, Figure 7)
// papers:     cfmse
// package:    utf8.h 20260523
// options:    -I.
#include <klee/klee.h>

#include "utf8.h"

/* Compares two strings without regard to case. They may be invalid, as in the paper's first experiment. */
int main(void) {
  char a[16], b[16];
  klee_make_symbolic(a, sizeof a, "a");
  klee_make_symbolic(b, sizeof b, "b");
  a[15] = b[15] = 0;
  return utf8ncasecmp(a, b, 15) == 0;
}
