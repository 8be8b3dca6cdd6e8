// bug:      CVE-2023-53154: parse_object reads beyond the end of a text of given length after a comma
// library:  cjson 1.7.15
// files:    cJSON.c
// options:  -I.
// fails:    out-of-bounds in cJSON_ParseWithLength
// bug edit: cJSON.c
// - if (cannot_access_at_index(input_buffer, 1))
// - {
// - goto fail; /* nothing comes after the comma */
// - }
// +
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#include "cJSON.h"

/* Parses the beginning of an object: the name of the first member, and four symbolic characters after it. */
int main(void) {
  char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  char *copy = malloc(9);
  if (!copy)
    return 1;
  memcpy(copy, "{\"k\":", 5);
  memcpy(copy + 5, text, sizeof text);
  cJSON_Delete(cJSON_ParseWithLength(copy, 9));
  free(copy);
  return 0;
}
