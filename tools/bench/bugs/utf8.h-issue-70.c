// bug:      utf8.h, issue 70: utf8ncasecmp reads beyond strings that the program does not check (here, the driver has the bug)
// library:  utf8.h 20260523
// options:  -I.
// fails:    out-of-bounds in utf8ncasecmp
// bug edit: utf8.h-issue-70.c
// - if (utf8valid(a) || utf8valid(b))
// + if (!utf8valid(a) || !utf8valid(b))
#include <klee/klee.h>

#include "utf8.h"

int main(void) {
  char a[10], b[10];
  klee_make_symbolic(a, sizeof a, "a");
  klee_make_symbolic(b, sizeof b, "b");
  a[9] = b[9] = 0;
  if (utf8valid(a) || utf8valid(b))
    return 2;
  return utf8ncasecmp(a, b, 9) == 0;
}
