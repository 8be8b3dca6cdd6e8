// run: explore --cdse
// An input of more than 4 GiB is not supported.
#include <klee/klee.h>
static char all[5000000000];
int main(void) {
  klee_make_symbolic(all, sizeof all, "all");
  klee_assert(all[5] != 3);
  return 0;
}
