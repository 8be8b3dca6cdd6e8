/* Checksums, and compressing and inflating buffers at several levels, in one call and in small chunks. */
#include <stdio.h>
#include <string.h>
#include <zlib.h>

static unsigned char text[3000], packed[4000], again[3000];

static void whole(int level, uLong length) {
  uLongf packed_length = sizeof packed, again_length = sizeof again;
  int rc = compress2(packed, &packed_length, text, length, level);
  printf("level %d: %lu -> %lu (%d), crc %08lx\n", level, length, (unsigned long)packed_length, rc,
         crc32(0, packed, packed_length));
  rc = uncompress(again, &again_length, packed, packed_length);
  printf("  back %lu (%d) %s\n", (unsigned long)again_length, rc,
         again_length == length && !memcmp(text, again, length) ? "same" : "DIFFERENT");
}

static void pieces(uLong length, int window) {
  z_stream stream;
  int rc, calls = 0;
  memset(&stream, 0, sizeof stream);
  rc = deflateInit2(&stream, 6, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY);
  printf("window %d: init %d\n", window, rc);
  stream.next_in = text;
  stream.next_out = packed;
  do {
    uLong left = length - stream.total_in;
    stream.avail_in = left < 700 ? left : 700;
    stream.avail_out = 90;
    rc = deflate(&stream, left <= 700 ? Z_FINISH : Z_NO_FLUSH);
    calls++;
  } while (rc == Z_OK || rc == Z_BUF_ERROR);
  printf("  deflate %d after %d calls, %lu bytes\n", rc, calls, stream.total_out);
  uLong size = stream.total_out;
  deflateEnd(&stream);
  memset(&stream, 0, sizeof stream);
  inflateInit2(&stream, window);
  stream.next_in = packed;
  stream.avail_in = size;
  stream.next_out = again;
  calls = 0;
  do {
    stream.avail_out = 333;
    rc = inflate(&stream, Z_SYNC_FLUSH);
    calls++;
  } while (rc == Z_OK);
  printf("  inflate %d after %d calls, %lu bytes, %s\n", rc, calls, stream.total_out,
         stream.total_out == length && !memcmp(text, again, length) ? "same" : "DIFFERENT");
  inflateEnd(&stream);
}

int main(void) {
  unsigned seed = 1;
  for (unsigned i = 0; i < sizeof text; i++) {
    seed = seed * 1103515245u + 12345u;
    text[i] = i % 400 < 300 ? "lorem ipsum dolor sit amet "[i % 27] : (unsigned char)(seed >> 16);
  }
  printf("%s adler %08lx crc %08lx joined %08lx\n", zlibVersion(), adler32(1, text, sizeof text),
         crc32(0, text, sizeof text), crc32_combine(crc32(0, text, 100), crc32(0, text + 100, 50), 50));
  for (int level = 0; level <= 9; level += 3)
    whole(level, sizeof text);
  whole(6, 0);
  pieces(sizeof text, 15);
  pieces(1500, -12);
  pieces(2000, 15 + 16);
  packed[20] ^= 1;
  uLongf length = sizeof again;
  printf("damaged %d\n", uncompress(again, &length, packed, 300));
  return 0;
}
