/* Compresses and decompresses blocks, including truncated and damaged ones. */
#include "lz4.h"
#include <stdio.h>
#include <string.h>

static char text[4000], packed[5000], again[4000];

static void block(const char *name, int length, int speed) {
  int size = LZ4_compress_fast(text, packed, length, sizeof packed, speed);
  unsigned sum = 0;
  for (int i = 0; i < size; i++)
    sum = sum * 31 + (unsigned char)packed[i];
  int back = LZ4_decompress_safe(packed, again, size, sizeof again);
  printf("%s: %d -> %d sum %08x, back %d %s\n", name, length, size, sum, back,
         back == length && !memcmp(text, again, length) ? "same" : "DIFFERENT");
  printf("  part %d, cut %d, small %d\n", LZ4_decompress_safe_partial(packed, again, size, 10, sizeof again),
         LZ4_decompress_safe(packed, again, size / 2, sizeof again), LZ4_decompress_safe(packed, again, size, length / 2));
}

int main(void) {
  unsigned seed = 7;
  memset(text, 'x', sizeof text);
  block("run", sizeof text, 1);
  for (int i = 0; i < (int)sizeof text; i++)
    text[i] = "abracadabra alakazam "[(i * i / 9) % 21];
  block("words", sizeof text, 1);
  block("words fast", sizeof text, 8);
  for (int i = 0; i < 500; i++)
    text[i] = (char)((seed = seed * 1103515245u + 12345u) >> 16);
  block("noise", 500, 1);
  block("tiny", 5, 1);
  printf("%d %d\n", LZ4_versionNumber(), LZ4_compressBound(1000));
  return 0;
}
