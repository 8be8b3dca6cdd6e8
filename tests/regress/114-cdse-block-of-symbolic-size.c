// Blocks whose sizes and addresses depend on inputs ended the paths of `--cdse`.
// run: --cdse
// exit: 0
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct pair { int a, *p; };
int x = 3, y = 4;
struct pair table[2] = {{1, &x}, {2, &y}};
char from[8] = "abcdefg", to[12];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() & 7, at = __VERIFIER_nondet_uint() & 3;
  struct pair one = table[n & 1];
  assert(*one.p == one.a + 2);
  memcpy(to + at, from, n);
  for (unsigned i = 0; i < 4; i++)
    assert(to[i] == (i >= at && i - at < n ? from[i - at] : 0));
  memset(to, 'x', n);
  assert(to[0] == 'x' || n == 0);
  memmove(from + at, from, n & 3);
  assert(from[at] == 'a' || (n & 3) == 0);
  return 0;
}
