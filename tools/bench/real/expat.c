// experiment: coverage over time of an XML parser, 10 bytes
// package:    expat 2.5.0
// files:      expat/lib/xmlparse.c expat/lib/xmlrole.c expat/lib/xmltok.c
// options:    -Iexpat/lib -DXML_POOR_ENTROPY -DBYTEORDER=1234 -DXML_CONTEXT_BYTES=1024 -DXML_DTD -DXML_NS -DXML_GE=1
#include <klee/klee.h>

#include "expat.h"

static void start(void *data, const XML_Char *name, const XML_Char **attributes) { ++*(int *)data; }
static void end(void *data, const XML_Char *name) { --*(int *)data; }
static void text(void *data, const XML_Char *characters, int length) { *(int *)data += length; }

int main(void) {
  char document[10];
  int state = 0;
  klee_make_symbolic(document, sizeof document, "document");
  XML_Parser parser = XML_ParserCreate(NULL);
  if (!parser)
    return 1;
  XML_SetHashSalt(parser, 1);
  XML_SetUserData(parser, &state);
  XML_SetElementHandler(parser, start, end);
  XML_SetCharacterDataHandler(parser, text);
  XML_Parse(parser, document, sizeof document, 1);
  XML_ParserFree(parser);
  return 0;
}
