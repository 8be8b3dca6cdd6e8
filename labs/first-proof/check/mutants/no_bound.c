char hex_digit(int value) {
  if (value < 0)
    return '?';
  return value < 10 ? '0' + value : 'a' + value - 10;
}
