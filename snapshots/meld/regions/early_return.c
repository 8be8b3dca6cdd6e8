// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// run: simplify, cfmse
// entry: f
// An early return and the rest of the function are the two sides of the branch.
int f(char c, int x) {
  if (c == 'a') return 1;
  x = x ^ 3;
  return x;
}
