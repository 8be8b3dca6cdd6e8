// run: explore --merge=pattern --verify
// entry: f
// The inner loop is left in each iteration of the outer loop. If the states at its exit form more than 32 classes, all of them are joined.
int f(unsigned char n, unsigned char m) {
  int c = 0;
  for (int j = 0; j < 34; j++) {
    int i = 0;
    while (i < n && i < 2) i++;
    if (j == m) return i;
    c += i;
  }
  return c;
}
