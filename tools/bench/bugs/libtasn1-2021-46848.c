// bug:      CVE-2021-46848: asn1_encode_simple_der accepts the first type beyond its table
// library:  libtasn1-6 4.19.0
// files:    lib/coding.c lib/decoding.c lib/element.c lib/errors.c lib/parser_aux.c lib/structure.c lib/gstr.c
// options:  -DHAVE_CONFIG_H -DWORD_BIT=32 -I. -Ilib -Ilib/includes -Ilib/gl
// fails:    out-of-bounds in asn1_encode_simple_der
// bug edit: lib/int.h
// - (etype) < _asn1_tags_size && \
// + (etype) <= _asn1_tags_size && \
// .
#include <klee/klee.h>

#include "libtasn1.h"

int main(void) {
  unsigned type;
  unsigned char text[4], head[ASN1_MAX_TL_SIZE];
  klee_make_symbolic(&type, sizeof type, "type");
  klee_make_symbolic(text, sizeof text, "text");
  unsigned size = sizeof head;
  return asn1_encode_simple_der(type, text, sizeof text, head, &size);
}
