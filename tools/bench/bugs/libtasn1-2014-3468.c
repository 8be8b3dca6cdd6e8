// bug:      CVE-2014-3468: asn1_get_bit_der copies a negative number of bytes
// library:  libtasn1-6 4.19.0
// files:    lib/coding.c lib/decoding.c lib/element.c lib/errors.c lib/parser_aux.c lib/structure.c lib/gstr.c
// options:  -DHAVE_CONFIG_H -DWORD_BIT=32 -I. -Ilib -Ilib/includes -Ilib/gl
// fails:    out-of-bounds in asn1_get_bit_der
// bug edit: lib/decoding.c
// - len_byte = asn1_get_length_der (der, der_len, &len_len) - 1;
// - if (len_byte < 0)
// - return ASN1_DER_ERROR;
// + len_byte = asn1_get_length_der (der, der_len, &len_len) - 1;
// bug edit: lib/decoding.c
// - if (*bit_len < 0)
// - return ASN1_DER_ERROR;
// -
// - if (str_size >= len_byte)
// - {
// - if (len_byte > 0 && str)
// + if (str_size >= len_byte)
// + {
#include <klee/klee.h>

#include "libtasn1.h"

int main(void) {
  unsigned char der[8], text[16];
  klee_make_symbolic(der, sizeof der, "der");
  int used, bits;
  return asn1_get_bit_der(der, sizeof der, &used, text, sizeof text, &bits);
}
