// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A subtraction from a constant is not absorbed: 0 is the identity of its second operand only.
int f(char c, int x, int y) { return c > 'a' ? y - x : x; }
