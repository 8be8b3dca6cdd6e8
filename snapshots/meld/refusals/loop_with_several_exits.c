// run: simplify, melds
// entry: f
// An input-dependent loop with a break is left.
int f(unsigned char n, int x) {
  int i;
  for (i = 0; i < n; i++)
    if (x == i) break;
  return i;
}
