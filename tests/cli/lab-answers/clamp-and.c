// lab melding, file clamp.c, task by-hand, expected not yet: uses &&, which is a branch
int clamp(int x, int low, int high) {
  return (low & -(x < low)) + (high & -(x > high)) + (x & -(x >= low && x <= high));
}
