// experiment: coverage over time of a JSON parser, 20 bytes (CFM-SE, Figure 7, has json.h, which is no Debian package)
// papers:     cfmse
// package:    cjson 1.7.15
// files:      cJSON.c
// options:    -I.
#include <klee/klee.h>
#include <stdlib.h>

#include "cJSON.h"

/* Parses a text, and prints the value with and without formatting. */
int main(void) {
  char text[21];
  klee_make_symbolic(text, sizeof text, "text");
  text[20] = 0;
  cJSON *value = cJSON_Parse(text);
  if (value) {
    free(cJSON_Print(value));
    free(cJSON_PrintUnformatted(value));
    cJSON_Delete(value);
  }
  return 0;
}
