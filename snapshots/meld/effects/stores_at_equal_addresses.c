// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// Addresses are compared as sums: t[i + 1] and (t + 1)[i] are one address.
int t[8];
int f(char c, unsigned long i, int x) {
  i &= 3;
  if (c > 'a') t[i + 1] = x; else (t + 1)[i] = 5;
  return t[2];
}
