// bug:      json.h, corrected by commit ed8b555: json_get_number_size reads beyond a text that ends with a decimal point
// library:  json.h 20260326
// options:  -I.
// fails:    out-of-bounds in json_get_number_size
// bug edit: json.h
// - if ((offset >= size) || !('0' <= src[offset] && src[offset] <= '9')) {
// + if (!('0' <= src[offset] && src[offset] <= '9')) {
#include <klee/klee.h>
#include <stdlib.h>

#include "json.h"

int main(void) {
  char text[6];
  klee_make_symbolic(text, sizeof text, "text");
  free(json_parse(text, sizeof text));
  return 0;
}
