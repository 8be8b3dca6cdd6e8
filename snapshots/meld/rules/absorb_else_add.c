// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A sum on the else side and its first operand on the then side: the then side adds 0.
int f(char c, int x, int y) { return c > 'a' ? x : x + y; }
