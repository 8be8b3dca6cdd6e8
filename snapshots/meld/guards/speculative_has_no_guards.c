// run: simplify, melds=speculative
// run: simplify, melds
// entry: f
// Speculative mode guards neither sides nor loops.
int f(unsigned char n, char c, int x) {
  if (c > 'a')
    for (int k = 0; k < 2; k++) x = x * 3;
  for (int i = 0; i < (n & 3); i++) x += i;
  return x;
}
