// run: simplify, meld-steps
// entry: f
// A constant whose address is passed to a function may be written there, so a store keeps its guard.
const int fixed = 4;
int g(const int *q) { return *q; }
int use(void) { return g(&fixed); }
int f(char c, int *p, int x) {
  int old = *p;
  if (c > 'a') *p = x;
  return old;
}
