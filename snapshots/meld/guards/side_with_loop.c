// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// run: simplify, cfmse
// entry: f
// A side with a concrete loop runs under a guard: may_be decides whether it runs at all.
int f(char c, int x) {
  if (c > 'a')
    for (int k = 0; k < 2; k++) x = x * 3;
  return x;
}
