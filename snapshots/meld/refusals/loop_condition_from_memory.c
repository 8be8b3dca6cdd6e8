// run: simplify, melds
// entry: f
// A loop whose condition depends on memory is left.
int f(unsigned char n) {
  int left[1] = {n};
  int count = 0, more = n;
  while (more) {
    left[0] = left[0] - 1;
    more = left[0];
    count++;
  }
  return count;
}
