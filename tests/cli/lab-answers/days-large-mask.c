// lab tables, file days.c, task table, expected not yet: wraps numbers from 64
int days(int month) {
  static const int table[64] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return table[month & 63];
}
