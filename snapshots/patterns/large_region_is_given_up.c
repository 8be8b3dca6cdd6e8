// run: explore --merge=pattern --max-region-nodes 6
// run: explore --merge=pattern --max-region-nodes 20
// A region whose execution tree has more nodes than the limit is given up: its paths are joined without a pattern.
#include <klee/klee.h>
int main(void) {
  char s[8];
  klee_make_symbolic(s, sizeof s, "s");
  s[7] = 0;
  int n = 0;
  while (s[n]) n++;
  return n > 3;
}
