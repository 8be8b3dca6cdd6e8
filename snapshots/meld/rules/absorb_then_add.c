// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A sum on the then side and its first operand on the else side: the else side adds 0.
int f(char c, int x, int y) { return c > 'a' ? x + y : x; }
