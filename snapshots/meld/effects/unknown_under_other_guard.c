// run: simplify, melds
// run: simplify, cfmse
// entry: f
// A value that the head loaded under the opposite guard is unknown in the side.
int f(char c, int *p, int x) {
  if (c <= 'a' || *p > 3) x = 5; else x = *p;
  if (c > 'b') x = x ^ *p;
  return x;
}
