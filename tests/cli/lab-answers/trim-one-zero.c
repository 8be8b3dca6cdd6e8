// lab patterns, file trim.c, task trim, expected passed: writes one zero byte
#include <string.h>
int trim(char *text) {
  int n = strlen(text);
  while (n > 0 && text[n - 1] == ' ')
    n--;
  text[n] = 0;
  return n;
}
