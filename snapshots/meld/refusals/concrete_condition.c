// run: simplify, melds
// entry: f
// A branch whose condition never depends on an input is left.
int f(int x) {
  int n = 3;
  for (int i = 0; i < 2; i++) n = n + i;
  return x + n;
}
