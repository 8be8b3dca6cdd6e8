// bug:      CVE-2023-50472: cJSON_SetValuestring uses an object that is null
// library:  cjson 1.7.15
// files:    cJSON.c
// options:  -I.
// fails:    null in cJSON_SetValuestring
// bug edit: cJSON.c
// - if ((object == NULL) || !(object->type & cJSON_String) || (object->type & cJSON_IsReference))
// + if (!(object->type & cJSON_String) || (object->type & cJSON_IsReference))
#include <klee/klee.h>

#include "cJSON.h"

int main(void) {
  char text[8];
  klee_make_symbolic(text, sizeof text, "text");
  text[7] = 0;
  cJSON *object = cJSON_Parse(text);
  if (cJSON_IsObject(object))
    cJSON_SetValuestring(cJSON_GetObjectItem(object, "k"), "v");
  cJSON_Delete(object);
  return 0;
}
