// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A product by a selected constant has a penalty, but a form with more gates than alignment is never taken.
int f(char c, int x) { return c > 'a' ? x * 2 : x * 3; }
