/*
 * Reads an adjustment (`-n N`, `-nN` or `-N`, with a sign) and the command after it, as nice does; returns the priority.
 *
 * Run:      symtool nice.c --sym-args 0 3 2 --merge=static
 */
#include <stdio.h>

static int digit(char c) { return c >= '0' && c <= '9'; }

/* Reads a number with an optional sign; returns 0 if the text is not such a number. */
static int number(const char *text, int *value) {
  int negative = 0, i = 0, n = 0;
  if (text[0] == '-' || text[0] == '+') {
    negative = text[0] == '-';
    i = 1;
  }
  if (!digit(text[i]))
    return 0;
  for (; digit(text[i]); i++)
    n = n * 10 + (text[i] - '0');
  *value = negative ? -n : n;
  return text[i] == 0;
}

int main(int argc, char **argv) {
  int adjustment = 10, arg = 1;
  while (arg < argc && argv[arg][0] == '-') {
    const char *option = argv[arg];
    if (option[1] == 'n') {
      const char *text = option + 2;
      if (*text == 0) {
        arg++;
        if (arg == argc)
          return 125;
        text = argv[arg];
      }
      if (!number(text, &adjustment))
        return 125;
    } else if (!number(option + 1, &adjustment)) {
      return 125;
    }
    arg++;
  }
  if (adjustment > 19)
    adjustment = 19;
  if (adjustment < -20)
    adjustment = -20;
  if (arg == argc) {
    putchar('0');
    return 0;
  }
  return adjustment + 20;
}
