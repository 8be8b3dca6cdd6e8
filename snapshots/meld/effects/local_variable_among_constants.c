// run: simplify, meld-steps
// entry: f
// A store to a local variable needs no guard, although constants have pointers.
const int fixed = 4;
const int *table[1] = {&fixed};
int f(char c, int x) {
  int t[2] = {x, 3};
  int old = t[1];
  if (c > 'a') t[1] = x;
  return old + t[1];
}
