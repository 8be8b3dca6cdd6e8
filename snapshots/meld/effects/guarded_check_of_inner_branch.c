// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// run: simplify, cfmse
// entry: f
// A check in a nested branch has both conditions as guard.
int f(char c, char d, unsigned x, unsigned y) {
  if (c > 'a')
    if (d > 'b') x = x / y;
  return x;
}
