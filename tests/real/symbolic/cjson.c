/* Parses six symbolic bytes with cJSON, and prints the value if they are JSON. */
#include <klee/klee.h>
#include <stdlib.h>

#include "cJSON.h"

int main(void) {
  char text[7];
  klee_make_symbolic(text, sizeof text, "text");
  text[6] = 0;
  cJSON *value = cJSON_Parse(text);
  if (value) {
    free(cJSON_PrintUnformatted(value));
    cJSON_Delete(value);
  }
  return 0;
}
