// bug:      CVE-2015-2806: _asn1_ltostr writes beyond a buffer that is too small for negative numbers
// library:  libtasn1-6 4.19.0
// files:    lib/coding.c lib/decoding.c lib/element.c lib/errors.c lib/parser_aux.c lib/structure.c lib/gstr.c
// options:  -DHAVE_CONFIG_H -DWORD_BIT=32 -I. -Ilib -Ilib/includes -Ilib/gl
// fails:    out-of-bounds in _asn1_ltostr
// bug edit: lib/parser_aux.h
// - # define LTOSTR_MAX_SIZE 22
// + # define LTOSTR_MAX_SIZE 20
// bug edit: lib/parser_aux.c
// - while (val && ((start + count) < LTOSTR_MAX_SIZE - 1));
// + while (val);
#include <klee/klee.h>

#include "libtasn1.h"

int main(void) {
  unsigned char der[12];
  klee_make_symbolic(der, sizeof der, "der");
  char text[64];
  int used;
  asn1_get_object_id_der(der, sizeof der, &used, text, sizeof text);
  return 0;
}
