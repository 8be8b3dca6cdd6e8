/* Returns the number of days of a month (0 to 11) in a year that is no leap year; 0 for every other number. */
int days(int month) {
  static const unsigned char table[16] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  int is_month = (month >= 0) & (month < 12);
  return table[month & -is_month & 15] * is_month;
}
