// run: simplify, meld-steps
// entry: f
// A store between load and branch that may overlap makes the old value unknown.
int f(char c, int *p, int *q, int x) {
  int old = *p;
  *q = x;
  if (c > 'a') *p = old + 1;
  return old;
}
