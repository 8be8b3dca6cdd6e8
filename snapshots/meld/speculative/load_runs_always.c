// run: simplify, meld-steps=speculative
// run: simplify, cfmse=speculative, check-equivalent
// entry: f
// In speculative mode, a load on one side runs for both values of the condition.
int t[4];
int f(char c, int x) { return c > 'a' ? t[1] : x; }
