// run: simplify, meld-steps
// entry: f
// A constant that is only read directly has no pointers, so a store through a pointer needs no guard.
const int fixed = 4;
int use(void) { return fixed; }
int f(char c, int *p, int x) {
  int old = *p;
  if (c > 'a') *p = x;
  return old;
}
