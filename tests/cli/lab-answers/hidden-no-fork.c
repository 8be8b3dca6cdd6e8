// lab search, file hidden.c, task hide-bfs, expected not yet: has a loop that does not fork
#include <klee/klee.h>

int main(void) {
  char key;
  klee_make_symbolic(&key, sizeof key, "key");
  if (key == 0) { while (1) {} }
  klee_assert(key != 1);
  return 0;
}
