// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// The operands of a subtraction are not exchanged: both operands are selected.
int f(char c, int x, int y) { return c > 'a' ? x - y : y - x; }
