#include <klee/klee.h>

int main(void) {
  char key;
  int keys = 0;
  do {
    klee_make_symbolic(&key, sizeof key, "key");
    keys++;
  } while (key == 0);
  klee_assert(keys != 2);
  return 0;
}
