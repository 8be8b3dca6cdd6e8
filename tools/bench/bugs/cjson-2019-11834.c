// bug:      CVE-2019-11834: cJSON_Minify skips the end of the text after a backslash in an unfinished string
// library:  cjson 1.7.15
// files:    cJSON.c
// options:  -I.
// fails:    out-of-bounds in cJSON_Minify
// bug edit: cJSON.c
// - } else if (((*input)[0] == '\\') && ((*input)[1] == '\"')) {
// + } else if ((*input)[0] == '\\') {
#include <klee/klee.h>

#include "cJSON.h"

int main(void) {
  char text[8];
  klee_make_symbolic(text, sizeof text, "text");
  text[7] = 0;
  cJSON_Minify(text);
  return 0;
}
