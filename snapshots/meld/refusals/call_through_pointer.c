// run: simplify, melds
// entry: f
// A side with a call through a pointer is left.
int f(char c, int x, int (*g)(int)) {
  if (c > 'a') x = g(x);
  return x;
}
