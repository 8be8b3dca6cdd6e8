// bug:      json.h, corrected by commit bdcf2e1: json_skip_c_style_comments reads beyond a text that ends with a slash
// library:  json.h 20260326
// options:  -I.
// fails:    out-of-bounds in json_skip_c_style_comments
// bug edit: json.h
// - if ((state->offset + 2) > state->size) {
// + if (state->offset >= state->size) {
#include <klee/klee.h>
#include <stdlib.h>

#include "json.h"

int main(void) {
  char text[6];
  klee_make_symbolic(text, sizeof text, "text");
  free(json_parse_ex(text, sizeof text, json_parse_flags_allow_c_style_comments, NULL, NULL, NULL));
  return 0;
}
