// bug:      CVE-2020-22217: ares_parse_soa_reply reads the type of a question beyond the end of the reply
// library:  c-ares 1.18.1
// files:    src/lib/ares_parse_soa_reply.c src/lib/ares_expand_name.c src/lib/ares_data.c src/lib/ares_library_init.c src/lib/ares_free_string.c src/lib/ares_nowarn.c src/lib/ares_freeaddrinfo.c
// options:  -DHAVE_CONFIG_H -Iinclude -Isrc/lib --system-headers
// fails:    out-of-bounds in ares_parse_soa_reply
// bug edit: src/lib/ares_parse_soa_reply.c
// - if (alen <= len + HFIXEDSZ + 1)
// - goto failed;
// +
#include <klee/klee.h>

#include "ares.h"

int main(void) {
  unsigned char reply[18];
  klee_make_symbolic(reply, sizeof reply, "reply");
  struct ares_soa_reply *record = 0;
  if (ares_parse_soa_reply(reply, sizeof reply, &record) == ARES_SUCCESS)
    ares_free_data(record);
  return 0;
}
