char hex_digit(int value) {
  if (value < 0 || value > 15)
    return '?';
  return value < 11 ? '0' + value : 'a' + value - 10;
}
