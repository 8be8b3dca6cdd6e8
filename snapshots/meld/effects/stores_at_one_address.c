// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// Stores of both sides at one address become one store of the selected value.
int g;
int f(char c, int x, int y) {
  if (c > 'a') g = x; else g = y;
  return g;
}
