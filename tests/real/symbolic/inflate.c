/* Decompresses twelve symbolic bytes with zlib, without a header, into a buffer of 64 bytes. */
#include <klee/klee.h>
#include <string.h>

#include "zlib.h"

int main(void) {
  unsigned char in[12], out[64];
  klee_make_symbolic(in, sizeof in, "in");
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  if (inflateInit2(&stream, -15) != Z_OK)
    return 1;
  stream.next_in = in;
  stream.avail_in = sizeof in;
  stream.next_out = out;
  stream.avail_out = sizeof out;
  inflate(&stream, Z_FINISH);
  inflateEnd(&stream);
  return 0;
}
