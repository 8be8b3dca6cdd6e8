// run: simplify, meld-steps
// entry: f
// A store to a variable that is no constant needs no guard, although constants have pointers.
const int fixed = 4;
const int *table[1] = {&fixed};
int g;
int f(char c, int x) {
  int old = g;
  if (c > 'a') g = x;
  return old;
}
