// bug:      CVE-2024-31755: cJSON_SetValuestring copies a string that is null
// library:  cjson 1.7.15
// files:    cJSON.c
// options:  -I.
// fails:    null in cJSON_SetValuestring
// bug edit: cJSON.c
// - if (object->valuestring == NULL || valuestring == NULL)
// + if (object->valuestring == NULL)
#include <klee/klee.h>

#include "cJSON.h"

int main(void) {
  char text[6];
  klee_make_symbolic(text, sizeof text, "text");
  text[5] = 0;
  cJSON *value = cJSON_Parse(text);
  cJSON *copy = cJSON_CreateString("");
  if (value)
    cJSON_SetValuestring(copy, cJSON_GetStringValue(value));
  cJSON_Delete(copy);
  cJSON_Delete(value);
  return 0;
}
