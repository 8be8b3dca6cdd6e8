// bug:      CVE-2023-50471: cJSON_InsertItemInArray uses an item that is null
// library:  cjson 1.7.15
// files:    cJSON.c
// options:  -I.
// fails:    null in cJSON_InsertItemInArray
// bug edit: cJSON.c
// - if (which < 0 || newitem == NULL)
// + if (which < 0)
#include <klee/klee.h>

#include "cJSON.h"

int main(void) {
  char text[4];
  int at;
  klee_make_symbolic(text, sizeof text, "text");
  klee_make_symbolic(&at, sizeof at, "at");
  text[3] = 0;
  cJSON *array = cJSON_CreateArray();
  cJSON_AddItemToArray(array, cJSON_CreateTrue());
  cJSON_InsertItemInArray(array, at, cJSON_Parse(text));
  cJSON_Delete(array);
  return 0;
}
