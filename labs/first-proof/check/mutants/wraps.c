char hex_digit(int value) {
  if (value < 0 || (value & 255) > 15)
    return '?';
  value = value & 255;
  return value < 10 ? '0' + value : 'a' + value - 10;
}
