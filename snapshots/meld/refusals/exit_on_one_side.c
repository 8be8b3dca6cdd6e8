// run: simplify, melds
// entry: f
// A side that ends the program does not reach a join.
#include <stdlib.h>
int f(char c, int x) {
  if (c > 'a') exit(1);
  return x;
}
