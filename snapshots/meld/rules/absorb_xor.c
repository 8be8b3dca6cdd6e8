// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// An exclusive or is absorbed with the operand 0.
int f(char c, int x, int y) { return c > 'a' ? x : x ^ y; }
