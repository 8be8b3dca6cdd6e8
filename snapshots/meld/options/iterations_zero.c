// run: simplify, melds --cfmse-iterations 0
// run: simplify, explore --cfmse --cfmse-iterations 0
// entry: f
// With --cfmse-iterations 0, no loop is guarded.
int f(unsigned char n) {
  int sum = 0;
  for (int i = 0; i < (n & 3); i++) sum += i;
  return sum;
}
