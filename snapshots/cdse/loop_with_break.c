// run: explore --cdse
// A loop that `break` leaves has two exits, which meet at one join.
#include <klee/klee.h>
int at;
int main(void) {
  unsigned char s[3];
  klee_make_symbolic(s, sizeof s, "s");
  for (at = 0; at < 3; at++)
    if (s[at] == 7) break;
  klee_assert(at == 3 || s[at] == 7);
  klee_assert(at != 2);
  return 0;
}
