// run: simplify, melds
// entry: f
// A side with an intrinsic is left; the reason names the intrinsic.
#include <stdlib.h>
int f(char c, int x) {
  if (c > 'a') free(malloc(4));
  return x;
}
