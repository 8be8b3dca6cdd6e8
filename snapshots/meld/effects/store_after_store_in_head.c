// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A value stored before the branch is the old value of the cell.
int g;
int f(char c, int x) {
  g = 3;
  if (c > 'a') g = x;
  return g;
}
