// run: simplify, meld-steps
// run: simplify, cfmse, check-equivalent
// entry: f
// A load after a store in the same side is the stored value.
int g;
int f(char c, int x) {
  if (c > 'a') { g = x; x = g * 3; }
  return x;
}
