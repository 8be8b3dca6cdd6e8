// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// run: simplify, cfmse
// entry: f
// A load of a named variable cannot fail, so it needs no guard.
int n = 5;
int f(char c, int x) {
  if (c > 'a')
    for (int k = 0; k < 2; k++) x = x * n;
  return x;
}
