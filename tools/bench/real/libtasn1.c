// experiment: coverage over time of a decoder of certificates, 16 bytes (CFM-SE, Figure 7; patterns, Table 2)
// papers:     cfmse patterns
// package:    libtasn1-6 4.19.0
// files:      lib/coding.c lib/decoding.c lib/element.c lib/errors.c lib/parser_aux.c lib/structure.c lib/gstr.c
// files:      lib/gl/c-ctype.c
// options:    -DHAVE_CONFIG_H -DWORD_BIT=32 -I. -Ilib -Ilib/includes -Ilib/gl
#include <klee/klee.h>

#include "libtasn1.h"

/* The definitions of a small certificate, as asn1Parser would generate them:
 *   Certificate ::= SEQUENCE { serial INTEGER, issuer OBJECT IDENTIFIER, name Name OPTIONAL, key BIT STRING }
 *   Name ::= CHOICE { text UTF8String, bytes OCTET STRING } */
enum { IMPLICIT = 1 << 12, OPTIONAL = 1 << 14, DOWN = 1 << 29, RIGHT = 1 << 30 };

static const asn1_static_node definitions[] = {
    {"TEST", ASN1_ETYPE_DEFINITIONS | IMPLICIT | DOWN, NULL},
    {NULL, ASN1_ETYPE_OBJECT_ID | RIGHT, NULL},
    {"Certificate", ASN1_ETYPE_SEQUENCE | DOWN | RIGHT, NULL},
    {"serial", ASN1_ETYPE_INTEGER | RIGHT, NULL},
    {"issuer", ASN1_ETYPE_OBJECT_ID | RIGHT, NULL},
    {"name", ASN1_ETYPE_IDENTIFIER | OPTIONAL | RIGHT, "Name"},
    {"key", ASN1_ETYPE_BIT_STRING, NULL},
    {"Name", ASN1_ETYPE_CHOICE | DOWN, NULL},
    {"text", ASN1_ETYPE_UTF8_STRING | RIGHT, NULL},
    {"bytes", ASN1_ETYPE_OCTET_STRING, NULL},
    {NULL, 0, NULL},
};

int main(void) {
  unsigned char der[16];
  char value[32];
  char message[ASN1_MAX_ERROR_DESCRIPTION_SIZE];
  klee_make_symbolic(der, sizeof der, "der");
  asn1_node types = NULL, certificate = NULL;
  if (asn1_array2tree(definitions, &types, message) != ASN1_SUCCESS)
    return 1;
  if (asn1_create_element(types, "TEST.Certificate", &certificate) != ASN1_SUCCESS)
    return 2;
  if (asn1_der_decoding(&certificate, der, sizeof der, message) == ASN1_SUCCESS) {
    int size = sizeof value;
    asn1_read_value(certificate, "serial", value, &size);
    size = sizeof value;
    asn1_read_value(certificate, "key", value, &size);
  }
  asn1_delete_structure(&certificate);
  asn1_delete_structure(&types);
  return 0;
}
