/* Three symbolic bytes and a null byte: utf8valid accepts them exactly if they match its table of forms. */
#include "utf8.h"
#include <assert.h>
#include <klee/klee.h>

static int follows(unsigned char c) { return (c & 0xc0) == 0x80; }

/* Returns the length of the well-formed character at s by the rules of utf8.h (which accepts surrogates), or 0. */
static int letter(const unsigned char *s) {
  if (s[0] < 0x80)
    return 1;
  if ((s[0] & 0xe0) == 0xc0)
    return follows(s[1]) && s[0] >= 0xc2 && !follows(s[2]) ? 2 : 0;
  if ((s[0] & 0xf0) == 0xe0)
    return follows(s[1]) && follows(s[2]) && (s[0] > 0xe0 || s[1] >= 0xa0) && !follows(s[3]) ? 3 : 0;
  return 0;
}

int main(void) {
  unsigned char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[3] == 0);
  int good = 1;
  for (int at = 0; text[at] != 0;) {
    int length = letter(text + at);
    if (length == 0) {
      good = 0;
      break;
    }
    at += length;
  }
  assert((utf8valid((const utf8_int8_t *)text) == 0) == good);
  return 0;
}
