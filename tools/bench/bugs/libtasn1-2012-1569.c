// bug:      CVE-2012-1569: asn1_get_length_der returns lengths beyond the end of the data
// library:  libtasn1-6 4.19.0
// files:    lib/coding.c lib/decoding.c lib/element.c lib/errors.c lib/parser_aux.c lib/structure.c lib/gstr.c
// options:  -DHAVE_CONFIG_H -DWORD_BIT=32 -I. -Ilib -Ilib/includes -Ilib/gl
// fails:    out-of-bounds in asn1_get_octet_der
// bug edit: lib/decoding.c
// - if (sum > der_len)
// - return -4;
// +
#include <klee/klee.h>

#include "libtasn1.h"

int main(void) {
  unsigned char der[8], text[64];
  klee_make_symbolic(der, sizeof der, "der");
  int used, size;
  return asn1_get_octet_der(der, sizeof der, &used, text, sizeof text, &size);
}
