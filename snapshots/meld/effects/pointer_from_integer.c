// run: simplify, meld-steps
// entry: f
// A pointer made from an integer may point to a constant, so a store keeps its guard.
int *made(long n) { return (int *)n; }
int f(char c, int *p, int x) {
  int old = *p;
  if (c > 'a') *p = x;
  return old;
}
