// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// The values of several variables after the branch share operations.
int f(char c, int x, int y) {
  int a = x, b = y;
  if (c > 'a') { a = x * y; b = x * y + 1; } else { a = x * 3; b = x * 3 + 2; }
  return a ^ b;
}
