// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// run: simplify, cfmse
// entry: f
// A value of the loop head that is used after the loop is computed again from the final values.
int f(unsigned char n) {
  int i = 0;
  while (i * i < (n & 15)) i++;
  return i * i;
}
