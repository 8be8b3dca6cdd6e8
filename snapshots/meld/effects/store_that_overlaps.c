// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A store that overlaps the cell in part makes its old value unknown.
union { int i; char b[4]; } u;
int f(char c, int x) {
  int old = u.i;
  u.b[3] = x;
  if (c > 'a') u.i = 5;
  return old;
}
