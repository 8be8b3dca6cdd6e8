// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// entry: f
// A branch in a guarded loop is melded first.
int f(unsigned char n) {
  int sum = 0;
  for (int i = 0; i < (n & 3); i++)
    if ((n >> 2) > i) sum += i;
  return sum;
}
