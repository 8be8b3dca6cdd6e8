// run: simplify, meld-steps
// entry: f
// Without pointers to constants, a cell that the head has read is writable, so a store to it needs no guard.
int f(char c, int *p, int x) {
  int old = *p;
  if (c > 'a') *p = x;
  return old;
}
