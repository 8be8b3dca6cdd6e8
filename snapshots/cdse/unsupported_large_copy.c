// run: explore --cdse
// A copy of more than 4096 bytes is not supported.
#include <klee/klee.h>
#include <string.h>
char a[4097], b[4097];
int main(void) {
  memcpy(a, b, sizeof a);
  klee_assert(a[0] == 0);
  return 0;
}
