// run: explore --merge=pattern --count-paths
// run: explore
// `pattern` forks on the value of an address, where exploration without merging reads the cells by an `ite`.
#include <klee/klee.h>
static const char *words[4] = {"ab", "cd", "ef", "gh"};
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  return words[x & 3][0];
}
