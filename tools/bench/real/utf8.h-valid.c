// experiment: coverage over time of a comparison of two valid strings of 20 bytes (CFM-SE, Figure 7)
// papers:     cfmse
// package:    utf8.h 20260523
// options:    -I.
#include <klee/klee.h>

#include "utf8.h"

/* Compares two valid strings without regard to case. */
int main(void) {
  char a[21], b[21];
  klee_make_symbolic(a, sizeof a, "a");
  klee_make_symbolic(b, sizeof b, "b");
  a[20] = b[20] = 0;
  if (utf8valid(a) || utf8valid(b))
    return 2;
  return utf8ncasecmp(a, b, 20) == 0;
}
