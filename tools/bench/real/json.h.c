// experiment: coverage over time of a JSON parser, 20 bytes (CFM-SE, Figures 7 and 10)
// papers:     cfmse
// package:    json.h 20260326
// options:    -I.
#include <klee/klee.h>
#include <stdlib.h>

#include "json.h"

int main(void) {
  char text[20];
  klee_make_symbolic(text, sizeof text, "text");
  free(json_parse(text, sizeof text));
  return 0;
}
