/* Compresses and decompresses buffers with libbz2. */
#include "bzlib.h"
#include <stdio.h>
#include <string.h>

void bz_internal_error(int code) { printf("internal error %d\n", code); }

static char text[6000], packed[8000], again[6000];

static void round_trip(const char *name, unsigned length) {
  unsigned packed_length = sizeof packed, again_length = sizeof again, sum = 0;
  int rc = BZ2_bzBuffToBuffCompress(packed, &packed_length, text, length, 1, 0, 30);
  for (unsigned i = 0; i < packed_length; i++)
    sum = sum * 31 + (unsigned char)packed[i];
  printf("%s: %u -> %u (%d), sum %08x\n", name, length, packed_length, rc, sum);
  rc = BZ2_bzBuffToBuffDecompress(again, &again_length, packed, packed_length, 0, 0);
  printf("  back %u (%d), %s\n", again_length, rc,
         again_length == length && !memcmp(text, again, length) ? "same" : "DIFFERENT");
  again_length = sizeof again;
  rc = BZ2_bzBuffToBuffDecompress(again, &again_length, packed, packed_length, 1, 0);
  printf("  small %u (%d)\n", again_length, rc);
  packed[packed_length / 2] ^= 0x10;
  again_length = sizeof again;
  rc = BZ2_bzBuffToBuffDecompress(again, &again_length, packed, packed_length, 0, 0);
  printf("  damaged (%d)\n", rc);
}

int main(void) {
  unsigned seed = 1;
  for (unsigned i = 0; i < 2000; i++)
    text[i] = "the quick brown fox "[(i * i / 7) % 20];
  round_trip("words", 2000);
  memset(text, 'a', sizeof text);
  round_trip("run", 6000);
  for (unsigned i = 0; i < 500; i++)
    text[i] = (char)((seed = seed * 1103515245u + 12345u) >> 16);
  round_trip("noise", 500);
  round_trip("empty", 0);
  printf("%s\n", BZ2_bzlibVersion());
  return 0;
}
