#include <klee/klee.h>

/* Waits for a key. The first key that is no zero byte fails. */
int main(void) {
  char key;
  do {
    klee_make_symbolic(&key, sizeof key, "key");
  } while (key == 0);
  klee_assert(key != 'x');
  return 0;
}
