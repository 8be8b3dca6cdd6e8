// run: simplify, meld-steps=speculative
// run: simplify, cfmse=speculative, check-equivalent
// entry: f
// In speculative mode, a store on the else side writes the old value if the condition holds.
int t[4];
int f(char c, int x) {
  if (c > 'a') ; else t[1] = x;
  return t[1];
}
