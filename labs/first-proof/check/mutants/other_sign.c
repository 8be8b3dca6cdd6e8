char hex_digit(int value) {
  if (value < 0 || value > 15)
    return value == -70000 ? '!' : '?';
  return value < 10 ? '0' + value : 'a' + value - 10;
}
