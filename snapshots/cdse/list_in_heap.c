// run: explore --cdse
// Each iteration allocates its own block; a list of the blocks is followed through memory.
#include <klee/klee.h>
#include <stdlib.h>
struct node { struct node *next; unsigned char value; };
int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 2; i++) {
    struct node *node = malloc(sizeof *node);
    klee_make_symbolic(&node->value, 1, "value");
    node->next = list;
    list = node;
  }
  klee_assert(list->next->next == 0);
  klee_assert(list->value < 200 || list->next->value != 9);
  return 0;
}
