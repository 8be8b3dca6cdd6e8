// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A store to another named variable keeps the old value known.
int g, h;
int f(char c, int x) {
  int old = g;
  h = x;
  if (c > 'a') g = 5;
  return old;
}
