/* Hashes of all lengths of a buffer, in one call and incrementally. */
#include "xxhash.h"
#include <stdio.h>
#include <string.h>

int main(void) {
  static unsigned char text[700];
  for (unsigned i = 0; i < sizeof text; i++)
    text[i] = (unsigned char)(i * 131 + i / 7);
  for (unsigned n = 0; n < sizeof text; n += n < 40 ? 1 : 61) {
    XXH128_hash_t wide = XXH3_128bits(text, n);
    printf("%u %08x %016llx %016llx %016llx%016llx\n", n, XXH32(text, n, 7), (unsigned long long)XXH64(text, n, 7),
           (unsigned long long)XXH3_64bits_withSeed(text, n, 9), (unsigned long long)wide.high64,
           (unsigned long long)wide.low64);
  }
  XXH64_state_t *state = XXH64_createState();
  XXH64_reset(state, 1);
  for (unsigned n = 0; n < sizeof text; n += 70)
    XXH64_update(state, text + n, 70);
  printf("%d\n", XXH64_digest(state) == XXH64(text, sizeof text, 1));
  XXH64_freeState(state);
  return 0;
}
