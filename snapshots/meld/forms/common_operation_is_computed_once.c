// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// An operation on both sides with equal operands is computed once, without a select.
int f(char c, int x, int y) { return c > 'a' ? x * y + 3 : x * y ^ 3; }
