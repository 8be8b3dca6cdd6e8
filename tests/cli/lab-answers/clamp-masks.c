// lab melding, file clamp.c, task by-hand, expected passed: adds three masked values
int clamp(int x, int low, int high) {
  return (low & -(x < low)) + (high & -(x > high)) + (x & -((x >= low) & (x <= high)));
}
