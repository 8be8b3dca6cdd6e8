// bug:      CVE-2022-23852: the size of the buffer overflows in XML_GetBuffer
// library:  expat 2.5.0
// files:    expat/lib/xmlparse.c expat/lib/xmlrole.c expat/lib/xmltok.c
// options:  -Iexpat/lib -DXML_POOR_ENTROPY -DBYTEORDER=1234 -DXML_CONTEXT_BYTES=1024 -DXML_DTD -DXML_NS -DXML_GE=1
// fails:    out-of-bounds in main
// bug edit: expat/lib/xmlparse.c
// - if (keep > INT_MAX - neededSize) {
// - parser->m_errorCode = XML_ERROR_NO_MEMORY;
// - return NULL;
// - }
// +
#include <klee/klee.h>
#include <string.h>

#include "expat.h"

/* Parses the beginning of a document, then asks for a buffer of any size and uses its last byte. */
int main(void) {
  int size;
  klee_make_symbolic(&size, sizeof size, "size");
  XML_Parser parser = XML_ParserCreate("UTF-8");
  if (!parser)
    return 1;
  XML_SetHashSalt(parser, 1);
  void *buffer = XML_GetBuffer(parser, 8);
  if (buffer) {
    memcpy(buffer, "<a>text ", 8);
    XML_ParseBuffer(parser, 8, 0);
    char *more = size > 0 ? XML_GetBuffer(parser, size) : NULL;
    if (more)
      more[size - 1] = 0;
  }
  XML_ParserFree(parser);
  return 0;
}
