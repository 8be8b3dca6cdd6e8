// bug:      CVE-2014-3469: asn1_read_value writes through the null pointer that a caller passes to get the size of a value
// library:  libtasn1-6 4.19.0
// files:    lib/coding.c lib/decoding.c lib/element.c lib/errors.c lib/parser_aux.c lib/structure.c lib/gstr.c
// options:  -DHAVE_CONFIG_H -DWORD_BIT=32 -I. -Ilib -Ilib/includes -Ilib/gl
// fails:    null in asn1_read_value_type
// bug edit: lib/element.c
// - /* this strcpy is checked */ \
// - if (ptr) { \
// - _asn1_strcpy (ptr, data); \
// - } \
// + _asn1_strcpy (ptr, data); \
// .
#include <klee/klee.h>

#include "libtasn1.h"

const asn1_static_node table[] = {{"Test", 536872976, 0},
                                  {0, 1073741836, 0},
                                  {"Flag", ASN1_ETYPE_BOOLEAN, 0},
                                  {0, 0, 0}};

/* Decodes a boolean and asks for the size of its text. */
int main(void) {
  asn1_node definitions = 0, flag = 0;
  if (asn1_array2tree(table, &definitions, 0) != ASN1_SUCCESS)
    return 1;
  unsigned char der[3];
  klee_make_symbolic(der, sizeof der, "der");
  int size;
  klee_make_symbolic(&size, sizeof size, "size");
  if (asn1_create_element(definitions, "Test.Flag", &flag) == ASN1_SUCCESS &&
      asn1_der_decoding(&flag, der, sizeof der, 0) == ASN1_SUCCESS)
    asn1_read_value(flag, "", 0, &size);
  asn1_delete_structure(&flag);
  asn1_delete_structure(&definitions);
  return 0;
}
