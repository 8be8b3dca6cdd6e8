// run: simplify, cfmse --cfmse-iterations 2
// entry: f
// The limit of iterations is a constant in the guarded loop.
int f(unsigned char n) {
  int i = 0;
  while (i < (n & 3)) i++;
  return i;
}
