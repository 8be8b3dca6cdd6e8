// lab tables, file days.c, task table, expected passed: multiplies the index by a comparison
static const int table[13] = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
int days(int month) {
  int ok = (month >= 0) & (month < 12);
  return table[(month + 1) * ok];
}
