int swap_case(char *text) {
  int changed = 0;
  for (int i = 0; text[i] != 0; i++) {
    if (text[i] >= 'a' && text[i] <= 'z') {
      text[i] = text[i] - 'a' + 'A';
      changed++;
    } else if (text[i] >= 'A' && text[i] <= 'Z') {
      text[i] = text[i] - 'A' + 'a';
      changed++;
    }
  }
  return changed;
}
