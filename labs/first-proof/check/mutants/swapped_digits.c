char hex_digit(int value) {
  if (value < 0 || value > 15)
    return '?';
  if (value == 4 || value == 5)
    value = 9 - value;
  return value < 10 ? '0' + value : 'a' + value - 10;
}
