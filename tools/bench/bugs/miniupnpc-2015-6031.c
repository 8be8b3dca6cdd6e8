// bug:      CVE-2015-6031: the name of an element is copied beyond the buffer of IGDstartelt
// library:  miniupnpc 2.2.4
// files:    src/igd_desc_parse.c
// options:  -Iinclude -Isrc
// fails:    out-of-bounds in IGDstartelt
// put back: src/igd_desc_parse.c
// - if(l >= MINIUPNPC_URL_MAXSIZE)
// - l = MINIUPNPC_URL_MAXSIZE-1;
// - memcpy(datas->cureltname, name, l);
// + memcpy(datas->cureltname, name, l);
#include <klee/klee.h>
#include <string.h>

#include "igd_desc_parse.h"

/* Reports an element whose name has a symbolic length, as the parser does for a name in the description of a router. */
int main(void) {
  char text[160];
  int length;
  klee_make_symbolic(text, sizeof text, "text");
  klee_make_symbolic(&length, sizeof length, "length");
  klee_assume(length >= 0 & length <= (int)sizeof text);
  struct IGDdatas data;
  memset(&data, 0, sizeof data);
  IGDstartelt(&data, text, length);
  IGDendelt(&data, text, length);
  return 0;
}
