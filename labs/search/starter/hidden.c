#include <klee/klee.h>

/* A failure that breadth-first search finds within 400 instructions, and depth-first search does not. */
int main(void) {
  char key;
  klee_make_symbolic(&key, sizeof key, "key");
  return 0;
}
