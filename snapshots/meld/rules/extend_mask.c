// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A truth value on the then side and 0 on the else side become an extended conjunction.
int f(char c, int x, int y) { return c > 'a' ? x < y : 0; }
