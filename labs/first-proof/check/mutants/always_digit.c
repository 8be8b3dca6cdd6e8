char hex_digit(int value) {
  if (value < 0 || value > 15)
    return '?';
  return '0' + value;
}
