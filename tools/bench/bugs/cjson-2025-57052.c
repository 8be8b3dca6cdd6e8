// bug:      CVE-2025-57052: letters are accepted in the array index of a JSON pointer
// library:  cjson 1.7.15
// files:    cJSON.c cJSON_Utils.c
// options:  -I.
// fails:    assert in main
// bug edit: cJSON_Utils.c
// - for (position = 0; (pointer[position] >= '0') && (pointer[position] <= '9'); position++)
// + for (position = 0; (pointer[position] >= '0') && (pointer[0] <= '9'); position++)
#include <klee/klee.h>

#include "cJSON_Utils.h"

int main(void) {
  char path[5];
  klee_make_symbolic(path, sizeof path, "path");
  path[0] = '/';
  path[4] = 0;
  cJSON *array = cJSON_Parse("[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22]");
  if (cJSONUtils_GetPointer(array, path))
    for (int i = 1; path[i]; i++)
      klee_assert(path[i] >= '0' && path[i] <= '9');
  cJSON_Delete(array);
  return 0;
}
