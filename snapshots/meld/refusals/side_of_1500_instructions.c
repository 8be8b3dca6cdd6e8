// run: ssa, melds
// entry: f
// A side of 1,500 instructions is melded.
#define T x = x | x;
#define T10 T T T T T T T T T T
#define T50 T10 T10 T10 T10 T10
#define T250 T50 T50 T50 T50 T50
int f(char c, int x) {
  if (c > 'a') { T250 T250 T250 T250 T250 T250 }
  return x;
}
