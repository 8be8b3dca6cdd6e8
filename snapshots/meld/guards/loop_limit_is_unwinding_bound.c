// run: simplify, cfmse --unwind 2
// run: simplify, cfmse --unwind 2 --cfmse-iterations 1
// entry: f
// The limit of iterations is at most the unwinding bound.
int f(unsigned char n) {
  int sum = 0;
  for (int i = 0; i < (n & 3); i++) sum += i;
  return sum;
}
