// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// Stores in opposite order: one pair is shared, the others get guards, so each side keeps its order.
int a, b;
int f(char c, int x, int y) {
  if (c > 'a') { a = x; b = y; } else { b = x; a = y; }
  return a ^ b;
}
