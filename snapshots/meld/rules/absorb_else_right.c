// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// The value of the then side may be the second operand of a commutative operator on the else side.
int f(char c, int x, int y) { return c > 'a' ? x : y ^ x; }
