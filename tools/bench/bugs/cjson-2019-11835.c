// bug:      CVE-2019-11835: cJSON_Minify steps over the end of the text after an unfinished comment
// library:  cjson 1.7.15
// files:    cJSON.c
// options:  -I.
// fails:    out-of-bounds in cJSON_Minify
// bug edit: cJSON.c
// - if (((*input)[0] == '*') && ((*input)[1] == '/'))
// - {
// - *input += static_strlen("*/");
// - return;
// - }
// - }
// + if (((*input)[0] == '*') && ((*input)[1] == '/')) break;
// + }
// + *input += static_strlen("*/");
#include <klee/klee.h>

#include "cJSON.h"

int main(void) {
  char text[8];
  klee_make_symbolic(text, sizeof text, "text");
  text[7] = 0;
  cJSON_Minify(text);
  return 0;
}
