// lab search, file hidden.c, task hide-dfs, expected not yet: has no failure that a search could find
#include <klee/klee.h>

int main(void) {
  char key;
  klee_make_symbolic(&key, sizeof key, "key");
  while (key == 0) {}
  klee_assert(key != 0);
  return 0;
}
