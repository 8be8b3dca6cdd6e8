// run: simplify, cfmse
// run: simplify, explore --cfmse
// entry: f
// Assertions with different texts are not shared: each failure has its own message.
#include <assert.h>
int f(char c, int x) {
  if (c > 'a') assert(x != 3); else assert(x != 5);
  return x;
}
