// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// run: simplify, cfmse
// entry: f
// The addresses of different stores are not selected, so concrete addresses stay concrete.
int t[4];
int f(char c, int x) {
  if (c > 'a') { t[0] = x; t[3] = 1; } else { t[1] = x; t[3] = 2; }
  return t[3];
}
