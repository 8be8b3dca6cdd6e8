// run: simplify, melds
// run: simplify, explore
// run: simplify, explore --cfmse
// entry: f
// Two input-dependent loops are both guarded.
int f(unsigned char n, unsigned char m) {
  int x = 0;
  for (int i = 0; i < (n & 3); i++) x += i;
  for (int i = 0; i < (m & 3); i++) x ^= i;
  return x;
}
