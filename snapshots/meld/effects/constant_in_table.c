// run: simplify, meld-steps
// entry: f
// A constant whose address is in a table may be written through a pointer, so a store keeps its guard.
const int fixed = 4;
const int *table[1] = {&fixed};
int f(char c, int *p, int x) {
  int old = *p;
  if (c > 'a') *p = x;
  return old;
}
