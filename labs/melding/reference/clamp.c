/* Returns the value in the range from low to high that is nearest to x. */
int clamp(int x, int low, int high) {
  int below = x < low, above = x > high;
  int within = 1 - below - above;
  return (low & -below) | (high & -above) | (x & -within);
}
