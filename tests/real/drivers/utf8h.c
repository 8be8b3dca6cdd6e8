/* Calls utf8.h on text with one to four bytes per character, on invalid text and on case pairs. */
#include "utf8.h"
#include <stdio.h>
#include <stdlib.h>

static void show(const char *name, const utf8_int8_t *text) {
  utf8_int32_t code = 0;
  const utf8_int8_t *at = text;
  void *bad = (void *)utf8valid(text);
  printf("%s: %u bytes, ", name, (unsigned)utf8size(text));
  if (bad) {
    printf("invalid at %d\n", (int)((const utf8_int8_t *)bad - text));
    return;
  }
  printf("%u letters:", (unsigned)utf8len(text));
  do {
    at = utf8codepoint(at, &code);
    printf(" %x", (unsigned)code);
  } while (code);
  printf("\n");
}

int main(void) {
  const utf8_int8_t *mixed = "h\xc3\xa9llo \xe2\x82\xac \xf0\x9f\x98\x80!";
  utf8_int8_t buffer[64], other[64];
  show("mixed", mixed);
  show("ascii", "plain");
  show("overlong", "a\xc0\xaf");
  show("cut", "a\xe2\x82");
  show("lone", "\x80zz");
  show("surrogate", "\xed\xa0\x80");
  printf("cmp %d %d\n", utf8cmp("abc", "abd"), utf8cmp(mixed, mixed));
  printf("casecmp %d %d\n", utf8casecmp("\xc3\x89T\xc3\x89", "\xc3\xa9t\xc3\xa9"),
         utf8casecmp("\xce\xa9", "\xcf\x88"));
  utf8cpy(buffer, mixed);
  utf8cat(buffer, "\xc3\x9f");
  show("joined", buffer);
  utf8upr(buffer);
  show("upper", buffer);
  utf8lwr(buffer);
  show("lower", buffer);
  printf("chr %d rchr %d\n", (int)((utf8_int8_t *)utf8chr(mixed, 0x20ac) - mixed),
         (int)((utf8_int8_t *)utf8rchr(mixed, 'l') - mixed));
  printf("str %d casestr %d\n", (int)((utf8_int8_t *)utf8str(mixed, "\xe2\x82\xac") - mixed),
         (int)((utf8_int8_t *)utf8casestr(mixed, "H\xc3\x89") - mixed));
  printf("spn %u cspn %u\n", (unsigned)utf8spn(mixed, "hel\xc3\xa9"),
         (unsigned)utf8cspn(mixed, "\xf0\x9f\x98\x80"));
  utf8cpy(other, "a\xff\xfe z");
  printf("makevalid %d\n", utf8makevalid(other, '?'));
  show("mended", other);
  utf8_int8_t *copy = utf8dup(mixed);
  show("copy", copy);
  free(copy);
  utf8_int8_t *end = utf8catcodepoint(buffer, 0x1f600, sizeof buffer);
  *end = 0;
  printf("width %d size %u\n", (int)utf8codepointcalcsize(mixed + 1),
         (unsigned)utf8codepointsize(0x20ac));
  show("built", buffer);
  return 0;
}
