// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// run: simplify, explore --cfmse
// entry: f
// An inner loop is guarded before the loop around it.
int f(unsigned char n) {
  int sum = 0;
  for (int i = 0; i < (n & 3); i++)
    for (int k = 0; k < (n >> 2 & 1); k++) sum += i + k;
  return sum;
}
