// run: simplify, meld-steps=speculative
// run: simplify, cfmse=speculative, check-equivalent
// entry: f
// In speculative mode, a store on one side loads the old value and writes it back.
int t[4];
int f(char c, int x) {
  if (c > 'a') t[1] = x;
  return t[1];
}
