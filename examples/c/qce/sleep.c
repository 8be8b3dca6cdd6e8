/*
 * Adds up times: each argument is a number with an optional unit (s, m, h or d). An invalid time ends it with status 1.
 *
 * Run:      symtool sleep.c --sym-args 0 2 2 --merge=static
 * Merging:  after each argument, paths differ in the sum so far, which depends on the input on all paths.
 * VERIFY:   the sum is at most nine days per argument, if each argument has at most two characters.
 */
#include <assert.h>
#include <stdio.h>

static int unit(char suffix) {
  switch (suffix) {
  case 0:
  case 's':
    return 1;
  case 'm':
    return 60;
  case 'h':
    return 60 * 60;
  case 'd':
    return 24 * 60 * 60;
  default:
    return 0;
  }
}

/* Returns the time in seconds, or -1 for an invalid time. */
static long seconds(const char *text) {
  long value = 0;
  int i = 0;
  if (text[0] == 0)
    return -1;
  while (text[i] >= '0' && text[i] <= '9') {
    value = value * 10 + (text[i] - '0');
    i++;
  }
  if (i == 0)
    return -1;
  int factor = unit(text[i]);
  if (factor == 0 || (text[i] != 0 && text[i + 1] != 0))
    return -1;
  return value * factor;
}

int main(int argc, char **argv) {
  long sum = 0;
  int ok = 1;
  if (argc < 2) {
    fputs("missing operand\n", stderr);
    return 1;
  }
  for (int arg = 1; arg < argc; arg++) {
    long time = seconds(argv[arg]);
    if (time < 0)
      ok = 0;
    else
      sum += time;
  }
  if (!ok) {
    fputs("invalid time interval\n", stderr);
    return 1;
  }
#ifdef VERIFY
  assert(sum <= (argc - 1) * 9L * 24 * 60 * 60);
#endif
  return sum > 60;
}
