// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// entry: f
// A branch in a called function is melded there, for all calls.
static int clamp(int x) { return x > 9 ? 9 : x; }
int f(int x, int y) { return clamp(x) + clamp(y); }
