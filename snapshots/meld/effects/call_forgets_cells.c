// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A call between load and branch makes the old value unknown.
int g;
int change(void) { return g++; }
int f(char c, int x) {
  int old = g;
  change();
  if (c > 'a') g = x;
  return old;
}
