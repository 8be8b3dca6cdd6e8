// bug:      CVE-2022-37434: inflate writes a long extra field beyond the buffer of inflateGetHeader
// library:  zlib 1.2.13
// files:    inflate.c inftrees.c inffast.c adler32.c zutil.c crc32.c
// options:  -I.
// fails:    out-of-bounds in inflate
// bug edit: inflate.c
// - (len = state->head->extra_len - state->length) <
// - state->head->extra_max) {
// + (len = state->head->extra_len - state->length, 1)) {
#include <klee/klee.h>
#include <string.h>

#include "zlib.h"

/* Reads the header of a gzip file in two pieces; the extra field has a buffer of three bytes. */
int main(void) {
  unsigned char data[20], extra[3], out[4];
  klee_make_symbolic(data, sizeof data, "data");
  memcpy(data, "\037\213\010\004\0\0\0\0\0\0", 10);
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  if (inflateInit2(&stream, 31) != Z_OK)
    return 1;
  gz_header header;
  memset(&header, 0, sizeof header);
  header.extra = extra;
  header.extra_max = sizeof extra;
  inflateGetHeader(&stream, &header);
  stream.next_out = out;
  stream.avail_out = sizeof out;
  stream.next_in = data;
  stream.avail_in = 16;
  if (inflate(&stream, Z_NO_FLUSH) == Z_OK) {
    stream.avail_in = 4;
    inflate(&stream, Z_NO_FLUSH);
  }
  inflateEnd(&stream);
  return 0;
}
