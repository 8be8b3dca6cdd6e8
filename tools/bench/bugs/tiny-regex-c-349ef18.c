// bug:      tiny-regex-c, corrected by commit 349ef18: re_compile reads beyond an invalid pattern
// library:  tiny-regex-c 20241025
// files:    re.c
// options:  -I.
// fails:    out-of-bounds in re_compile
// bug edit: re.c
// - if (pattern[i] == 0)
// - {
// - return 0;
// - }
// -
// - i += 1;
// + i += 1;
#include <klee/klee.h>

#include "re.h"

int main(void) {
  char pattern[8];
  int length;
  klee_make_symbolic(pattern, sizeof pattern, "pattern");
  pattern[7] = 0;
  return re_match(pattern, "text", &length);
}
