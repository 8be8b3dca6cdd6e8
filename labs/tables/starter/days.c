/* Returns the number of days of a month (0 to 11) in a year that is no leap year; 0 for every other number. */
int days(int month) {
  if (month == 1)
    return 28;
  if (month == 3 || month == 5 || month == 8 || month == 10)
    return 30;
  if (month >= 0 && month <= 11)
    return 31;
  return 0;
}
