// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// The value of the opposite side may be the second operand of a commutative operator.
int f(char c, int x, int y) { return c > 'a' ? y + x : x; }
