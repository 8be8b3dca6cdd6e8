// experiment: coverage over time of a matcher, a pattern of 7 bytes and a text of 5 bytes (CFM-SE, Figure 10)
// papers:     cfmse
// package:    tiny-regex-c 20241025
// files:      re.c
// options:    -I.
#include <klee/klee.h>

#include "re.h"

/* Searches a text for a pattern. */
int main(void) {
  char pattern[8], text[6];
  int length;
  klee_make_symbolic(pattern, sizeof pattern, "pattern");
  klee_make_symbolic(text, sizeof text, "text");
  pattern[7] = text[5] = 0;
  return re_match(pattern, text, &length);
}
