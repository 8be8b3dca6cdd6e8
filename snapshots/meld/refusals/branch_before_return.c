// run: ssa, melds
// entry: f
// Both sides of the first branch return. They could become straight-line code without the call on the inner side.
int g(int x) { return x * x; }
int f(int x) {
  if (x <= 0)
    return -1;
  if (x > 1000)
    x = g(x);
  return x + 1;
}
