// run: simplify, melds
// run: simplify, cfmse
// entry: f
// A value that the head loaded under a guard is known in the side that implies the guard.
int f(char c, int *p, int x) {
  if (c > 'a' && *p > 3) x = *p;
  return x;
}
