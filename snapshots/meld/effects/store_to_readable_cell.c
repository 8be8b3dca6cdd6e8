// run: simplify, meld-steps
// entry: f
// A cell that may be constant was only read, so a store to it gets a guard.
const int fixed = 4;
int f(char c, const int *q, int x) {
  int *p = (int *)(x > 0 ? &fixed : q);
  int old = *p;
  if (c > 'a') *p = x;
  return old;
}
