// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// 0 on the then side and a truth value on the else side become an extended conjunction with the negation.
int f(char c, int x, int y) { return c > 'a' ? 0 : x < y; }
