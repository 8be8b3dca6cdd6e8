// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// run: simplify, cfmse
// entry: f
// A symbolic branch in a loop is melded; the branch of the loop is left, because it is concrete.
int f(unsigned char x) {
  int bits = 0;
  for (int i = 0; i < 8; i++)
    if (x >> i & 1) bits += 3;
  return bits;
}
