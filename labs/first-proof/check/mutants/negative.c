char hex_digit(int value) {
  if (value > 15)
    return '?';
  if (value < 0)
    return '0';
  return value < 10 ? '0' + value : 'a' + value - 10;
}
