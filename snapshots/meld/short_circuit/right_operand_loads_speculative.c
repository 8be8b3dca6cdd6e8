// run: simplify, melds=speculative
// entry: f
// In speculative mode, a right operand with a load stays a branch of its own.
int table[4] = {3, 1, 4, 1};
int g(int x) { return x * x; }
int f(unsigned char i, int x) {
  if (i < 4 && table[i] > 2) x = g(x);
  return x;
}
