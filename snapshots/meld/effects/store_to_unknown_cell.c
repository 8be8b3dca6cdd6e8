// run: simplify, meld-steps
// entry: f
// A store on one side to a cell with an unknown value gets a guard.
int f(char c, int *p, int x) {
  if (c > 'a') *p = x;
  return x;
}
