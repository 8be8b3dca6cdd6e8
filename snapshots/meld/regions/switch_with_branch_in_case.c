// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// entry: f
// A branch in a case is melded first, and then the switch.
int f(char c, char d, int x) {
  switch (c) {
    case 'a': if (d > 'b') x = x + 1; break;
    case 'b': x = x ^ 6; break;
    default: x = 0;
  }
  return x;
}
