// bug:      CVE-2017-1000381: ares_parse_naptr_reply reads a record that is shorter than its fixed part
// library:  c-ares 1.18.1
// files:    src/lib/ares_parse_naptr_reply.c src/lib/ares_expand_name.c src/lib/ares_expand_string.c src/lib/ares_data.c src/lib/ares_library_init.c src/lib/ares_free_string.c src/lib/ares_nowarn.c src/lib/ares_freeaddrinfo.c
// options:  -DHAVE_CONFIG_H -Iinclude -Isrc/lib --system-headers
// fails:    out-of-bounds in ares_parse_naptr_reply
// bug edit: src/lib/ares_parse_naptr_reply.c
// - if (rr_len < 7)
// - {
// - status = ARES_EBADRESP;
// - break;
// - }
// +
#include <klee/klee.h>

#include "ares.h"

int main(void) {
  unsigned char reply[29];
  klee_make_symbolic(reply, sizeof reply, "reply");
  struct ares_naptr_reply *records = 0;
  if (ares_parse_naptr_reply(reply, sizeof reply, &records) == ARES_SUCCESS)
    ares_free_data(records);
  return 0;
}
