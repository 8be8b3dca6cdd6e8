// experiment: coverage over time of a decompressor, 14 bytes
// package:    zlib 1.2.13
// files:      inflate.c inftrees.c inffast.c adler32.c zutil.c crc32.c
// options:    -I.
#include <klee/klee.h>
#include <string.h>

#include "zlib.h"

/* Decompresses data with a header of zlib or gzip. */
int main(void) {
  unsigned char data[14], plain[64];
  klee_make_symbolic(data, sizeof data, "data");
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  if (inflateInit2(&stream, 47) != Z_OK)
    return 1;
  stream.next_in = data;
  stream.avail_in = sizeof data;
  stream.next_out = plain;
  stream.avail_out = sizeof plain;
  inflate(&stream, Z_SYNC_FLUSH);
  inflateEnd(&stream);
  return 0;
}
