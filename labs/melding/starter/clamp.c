/* Returns the value in the range from low to high that is nearest to x. */
int clamp(int x, int low, int high) {
  if (x < low)
    return low;
  if (x > high)
    return high;
  return x;
}
