/* Hash tables of integers and strings: sorting, modification and selection; lists and strings of the same project. */
#include "uthash.h"
#include "utlist.h"
#include "utarray.h"
#include "utstring.h"
#include <stdio.h>
#include <stdlib.h>

struct item {
  int id;
  char name[12];
  UT_hash_handle hh, by_name;
  struct item *next, *prev;
};

static int by_id(struct item *a, struct item *b) { return a->id - b->id; }

int main(void) {
  struct item *ids = NULL, *names = NULL, *list = NULL, *at, *other;
  for (int i = 0; i < 60; i++) {
    struct item *item = calloc(1, sizeof *item);
    item->id = i * 37 % 61;
    snprintf(item->name, sizeof item->name, "item%d", i);
    HASH_ADD_INT(ids, id, item);
    HASH_ADD(by_name, names, name, strlen(item->name), item);
    DL_APPEND(list, item);
  }
  printf("%u %u\n", HASH_COUNT(ids), HASH_CNT(by_name, names));
  int key = 36;
  HASH_FIND_INT(ids, &key, at);
  printf("%s\n", at ? at->name : "none");
  HASH_FIND(by_name, names, "item7", 5, at);
  printf("%d\n", at ? at->id : -1);
  HASH_SORT(ids, by_id);
  for (at = ids; at; at = at->hh.next)
    printf("%d ", at->id);
  printf("\n");
  HASH_ITER(hh, ids, at, other) {
    if (at->id % 3 == 0) {
      HASH_DEL(ids, at);
      HASH_DELETE(by_name, names, at);
      DL_DELETE(list, at);
      free(at);
    }
  }
  int count = 0;
  DL_COUNT(list, at, count);
  printf("%u %u %d\n", HASH_COUNT(ids), HASH_CNT(by_name, names), count);
  UT_array *numbers;
  utarray_new(numbers, &ut_int_icd);
  for (int i = 0; i < 20; i++)
    utarray_push_back(numbers, &i);
  utarray_erase(numbers, 3, 10);
  UT_string *text;
  utstring_new(text);
  for (int *p = (int *)utarray_front(numbers); p; p = (int *)utarray_next(numbers, p))
    utstring_printf(text, "%d,", *p);
  printf("%s %u\n", utstring_body(text), (unsigned)utstring_len(text));
  utstring_free(text);
  utarray_free(numbers);
  return 0;
}
