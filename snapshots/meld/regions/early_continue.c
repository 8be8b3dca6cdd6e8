// run: simplify, melds
// run: simplify, cfmse, check-equivalent
// run: simplify, cfmse
// entry: f
// The end of the sides may have other predecessors, such as an early continue.
int f(unsigned char x) {
  int bits = 0;
  for (int i = 0; i < 8; i++) {
    if (i == 3) continue;
    if (x >> i & 1) bits += 3;
  }
  return bits;
}
