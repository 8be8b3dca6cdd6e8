// bug:      CVE-2014-3467: _asn1_get_indefinite_length_string looks for the end mark beyond the end of the data
// library:  libtasn1-6 4.19.0
// files:    lib/coding.c lib/decoding.c lib/element.c lib/errors.c lib/parser_aux.c lib/structure.c lib/gstr.c
// options:  -DHAVE_CONFIG_H -DWORD_BIT=32 -I. -Ilib -Ilib/includes -Ilib/gl
// fails:    out-of-bounds in _asn1_get_indefinite_length_string
// bug edit: lib/decoding.c
// - if (HAVE_TWO (der_len) && (der[counter] == 0)
// - && (der[counter + 1] == 0))
// + if ((der[counter] == 0) && (der[counter + 1] == 0))
#include <klee/klee.h>

#include "libtasn1.h"

int main(void) {
  unsigned char ber[8];
  klee_make_symbolic(ber, sizeof ber, "ber");
  int used;
  asn1_get_length_ber(ber, sizeof ber, &used);
  return 0;
}
