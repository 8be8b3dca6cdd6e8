// run: explore --cdse
// options: --check uninit
// Every byte that is read was written before, on each path: in a loop, by a callee, by memset, and in a nested scope.
#include <klee/klee.h>
#include <string.h>
static int fill(char *to, int n) {
  for (int i = 0; i < n; i++) to[i] = 'a' + i;
  return n;
}
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  char text[6];
  int sum = 0;
  if (x & 1) fill(text, 6);
  else memset(text, 'z', sizeof text);
  for (int i = 0; i < 3; i++) {
    char local[2];
    local[0] = text[i];
    local[1] = x;
    sum += local[i & 1];
  }
  klee_assert(sum >= 0 || text[5] != 0);
  return 0;
}
