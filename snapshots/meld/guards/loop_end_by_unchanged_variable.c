// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// entry: f
// A loop in a side may end by a variable that no store of the side changes.
int n = 2;
int f(char c, int x) {
  if (c > 'a')
    for (int k = 0; k < n; k++) x = x * 3;
  return x;
}
