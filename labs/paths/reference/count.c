/* Returns the number of positive elements. */
int count_positive(const int *x, int length) {
  int positive = 0;
  for (int i = 0; i < length; i++)
    positive += x[i] > 0;
  return positive;
}
