// run: simplify, melds
// entry: f
// A side with more than 1,500 instructions is left.
#define T x = x * 3 ^ y;
#define T8 T T T T T T T T
#define T64 T8 T8 T8 T8 T8 T8 T8 T8
#define T512 T64 T64 T64 T64 T64 T64 T64 T64
int f(char c, int x, int y) {
  if (c > 'a') { T512 T64 T64 T64 T64 }
  return x;
}
