// run: simplify, melds --cfmse-branches loops
// entry: f
// A branch in a function that is called from a loop is not in a loop of its own function.
int g(int i, int x) { return i & 1 ? x : x + 3; }
int f(int x) {
  for (int i = 0; i < 3; i++) x = g(i, x);
  return x;
}
