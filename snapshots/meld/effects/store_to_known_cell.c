// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A store on one side to a cell whose value is known writes the old value back on the other side.
int g;
int f(char c, int x) {
  int old = g;
  if (c > 'a') g = x;
  return g ^ old;
}
