// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// run: simplify, cfmse
// entry: f
// Stores of all cases of a switch at one address become one store.
int g;
int f(char c, int x) {
  switch (c) {
    case 'a': g = x; break;
    case 'b': g = 5; break;
    default: g = x + 1;
  }
  return g;
}
