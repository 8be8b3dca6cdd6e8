// bug:      CVE-2022-25235: names with malformed UTF-8 are passed to the application
// library:  expat 2.5.0
// files:    expat/lib/xmlparse.c expat/lib/xmltok.c expat/lib/xmlrole.c
// options:  -Iexpat/lib -DXML_CONTEXT_BYTES=1024 -DXML_NS -DXML_DTD -DXML_POOR_ENTROPY -DBYTEORDER=1234
// fails:    assert in start
// bug edit: expat/lib/xmltok_impl.c
// - if (IS_INVALID_CHAR(enc, ptr, n) || ! IS_NMSTRT_CHAR(enc, ptr, n)) {       \
// + if (! IS_NMSTRT_CHAR(enc, ptr, n)) {         \
// .
#include <klee/klee.h>

#include "expat.h"

/* Asserts that the name of an element is well-formed UTF-8; checks the first two bytes of each character. */
static void start(void *data, const XML_Char *name, const XML_Char **attributes) {
  const unsigned char *c = (const unsigned char *)name;
  while (*c)
    if (*c < 0x80)
      c++;
    else {
      klee_assert(c[0] >= 0xc2 && (c[1] & 0xc0) == 0x80);
      c += c[0] < 0xe0 ? 2 : c[0] < 0xf0 ? 3 : 4;
    }
}

int main(void) {
  char text[] = "<xx/>", name[2];
  klee_make_symbolic(name, sizeof name, "name");
  text[1] = name[0];
  text[2] = name[1];
  XML_Parser parser = XML_ParserCreate("UTF-8");
  XML_SetHashSalt(parser, 1);
  XML_SetStartElementHandler(parser, start);
  XML_Parse(parser, text, sizeof text - 1, 1);
  XML_ParserFree(parser);
  return 0;
}
