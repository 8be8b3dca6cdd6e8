char hex_digit(int value) {
  if (value < 0 || value > 15)
    return '?';
  if (value == 12 || value == 13)
    value = 25 - value;
  return value < 10 ? '0' + value : 'a' + value - 10;
}
