// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// run: simplify, cfmse
// entry: f
// The inner branch is melded first, then the outer branch.
int f(char c, char d, int x) {
  if (c > 'a') {
    x = x ^ 1;
    if (d > 'b') x = x + 5;
  }
  return x;
}
