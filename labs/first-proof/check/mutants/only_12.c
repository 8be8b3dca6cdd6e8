char hex_digit(int value) {
  if (value == 12)
    return 'x';
  if (value < 0 || value > 15)
    return '?';
  return value < 10 ? '0' + value : 'a' + value - 10;
}
