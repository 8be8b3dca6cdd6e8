// run: merges --merge=static
// lab merging, file joined.c, task joined, expected not yet: writes the expected lines into the message of an assertion
#include <klee/klee.h>

int main(void) {
  char key;
  klee_make_symbolic(&key, sizeof key, "key");
  klee_assert(key && "verdict: verified line 1 in main: 6 pairs merged");
  return 0;
}
