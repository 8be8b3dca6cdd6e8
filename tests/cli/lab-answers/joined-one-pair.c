// run: merges --merge=static
// lab merging, file joined.c, task joined, expected passed: joins a single pair of states
#include <klee/klee.h>

int main(void) {
  char key;
  klee_make_symbolic(&key, sizeof key, "key");
  int n = 0;
  if (key == 1)
    n = 2 * key;
  return n;
}
