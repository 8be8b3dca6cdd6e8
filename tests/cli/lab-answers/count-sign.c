// lab paths, file count.c, task one-path, expected not yet: is wrong for the least number
int count_positive(const int *x, int length) {
  int positive = 0;
  for (int i = 0; i < length; i++) {
    positive += (unsigned)-x[i] >> 31;
  }
  return positive;
}
