// lab tables, file days.c, task table, expected not yet: wraps large numbers
int days(int month) {
  static const int table[16] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return table[month & 15];
}
