/* Parses, modifies, compares and prints JSON values. */
#include "cJSON.h"
#include <stdio.h>
#include <stdlib.h>

static void show(const char *text) {
  cJSON *value = cJSON_Parse(text);
  if (!value) {
    printf("%s: error at %d\n", text, (int)(cJSON_GetErrorPtr() - text));
    return;
  }
  char *pretty = cJSON_Print(value), *flat = cJSON_PrintUnformatted(value);
  printf("%s\n%s\n", pretty, flat);
  cJSON *copy = cJSON_Duplicate(value, 1);
  printf("equal %d\n", cJSON_Compare(value, copy, 1));
  free(pretty);
  free(flat);
  cJSON_Delete(copy);
  cJSON_Delete(value);
}

int main(void) {
  show("{\"name\": \"Jack (\\\"Bee\\\") \\u00e9\\ud83d\\ude00\", \"size\": [1920, 1080.5, -0.25, 1e30], \"on\": true, \"off\": null}");
  show("[[[], {}], [[1]]]");
  show("{\"a\": }");
  show("[1, 2");
  show("\"x\\y\"");
  show("123abc");
  cJSON *object = cJSON_CreateObject();
  int numbers[] = {3, 1, 2};
  cJSON_AddStringToObject(object, "k", "v");
  cJSON_AddNumberToObject(object, "n", 42);
  cJSON_AddItemToObject(object, "list", cJSON_CreateIntArray(numbers, 3));
  cJSON_ReplaceItemInObject(object, "K", cJSON_CreateBool(1));
  cJSON_DeleteItemFromArray(cJSON_GetObjectItem(object, "list"), 1);
  char buffer[200];
  printf("%d %s\n", cJSON_PrintPreallocated(object, buffer, sizeof buffer, 0), buffer);
  char minified[] = "{ \"a\" : [ 1 , /* no */ 2 ] }";
  cJSON_Minify(minified);
  printf("%s %s %d\n", minified, cJSON_Version(), cJSON_GetObjectItem(object, "n")->valueint);
  cJSON_Delete(object);
  return 0;
}
