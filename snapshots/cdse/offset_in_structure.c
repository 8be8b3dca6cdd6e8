// run: explore --cdse
// The known low bits of a scaled index restrict the offsets to the elements' members.
#include <klee/klee.h>
struct pair { int key, value; };
int main(void) {
  struct pair a[3] = {{1, 10}, {2, 20}, {3, 30}};
  unsigned char k;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(k < 3);
  klee_assert(a[k].value == 10 * a[k].key);
  a[k].value = 0;
  klee_assert(a[1].value == 20);
  return 0;
}
