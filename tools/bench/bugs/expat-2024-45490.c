// bug:      CVE-2024-45490: XML_ParseBuffer accepts a negative length
// library:  expat 2.5.0
// files:    expat/lib/xmlparse.c expat/lib/xmlrole.c expat/lib/xmltok.c
// options:  -Iexpat/lib -DXML_POOR_ENTROPY -DBYTEORDER=1234 -DXML_CONTEXT_BYTES=1024 -DXML_DTD -DXML_NS -DXML_GE=1
// fails:    assert in main
// bug edit: expat/lib/xmlparse.c
// - if (len < 0) {
// - parser->m_errorCode = XML_ERROR_INVALID_ARGUMENT;
// - return XML_STATUS_ERROR;
// - }
// -
// - switch (parser->m_parsingStatus.parsing) {
// - case XML_SUSPENDED:
// - parser->m_errorCode = XML_ERROR_SUSPENDED;
// - return XML_STATUS_ERROR;
// - case XML_FINISHED:
// - parser->m_errorCode = XML_ERROR_FINISHED;
// - return XML_STATUS_ERROR;
// - case XML_INITIALIZED:
// - /* Has someone called XML_GetBuffer successfully before? */
// + switch (parser->m_parsingStatus.parsing) {
// + case XML_SUSPENDED:
// + parser->m_errorCode = XML_ERROR_SUSPENDED;
// + return XML_STATUS_ERROR;
// + case XML_FINISHED:
// + parser->m_errorCode = XML_ERROR_FINISHED;
// + return XML_STATUS_ERROR;
// + case XML_INITIALIZED:
#include <klee/klee.h>
#include <string.h>

#include "expat.h"

/* Parses a part of a buffer, whose length is symbolic. A negative length must be refused. */
int main(void) {
  int length;
  klee_make_symbolic(&length, sizeof length, "length");
  klee_assume(length <= 4 & length >= -4);
  XML_Parser parser = XML_ParserCreate("UTF-8");
  if (!parser)
    return 1;
  XML_SetHashSalt(parser, 1);
  void *buffer = XML_GetBuffer(parser, 8);
  if (buffer) {
    memcpy(buffer, "<a/>    ", 8);
    enum XML_Status status = XML_ParseBuffer(parser, length, 0);
    klee_assert(length >= 0 || status == XML_STATUS_ERROR);
  }
  XML_ParserFree(parser);
  return 0;
}
