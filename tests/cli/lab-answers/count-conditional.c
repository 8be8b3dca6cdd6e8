// lab paths, file count.c, task one-path, expected not yet: is a branch in another form
int count_positive(const int *x, int length) {
  int positive = 0;
  for (int i = 0; i < length; i++) {
    positive += x[i] > 0 ? 1 : 0;
  }
  return positive;
}
