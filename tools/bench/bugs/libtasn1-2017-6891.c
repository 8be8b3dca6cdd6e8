// bug:      CVE-2017-6891: asn1_find_node copies a part of a name that is too long onto its stack
// library:  libtasn1-6 4.19.0
// files:    lib/coding.c lib/decoding.c lib/element.c lib/errors.c lib/parser_aux.c lib/structure.c lib/gstr.c
// options:  -DHAVE_CONFIG_H -DWORD_BIT=32 -I. -Ilib -Ilib/includes -Ilib/gl
// fails:    out-of-bounds in asn1_find_node
// bug edit: lib/parser_aux.c
// - nsize = n_end - n_start;
// - if (nsize >= sizeof (n))
// - return NULL;
// -
// - memcpy (n, n_start, nsize);
// - n[nsize] = 0;
// - n_start = n_end;
// - n_start++;
// -
// - nhash = _asn1_hash_name (n);
// - }
// - else
// - {
// - _asn1_str_cpy (n, sizeof (n), n_start);
// - nhash = _asn1_hash_name (n);
// -
// - n_start = NULL;
// + nsize = n_end - n_start;
// + memcpy (n, n_start, nsize);
// + n[nsize] = 0;
// + n_start = n_end;
// + n_start++;
// + nhash = _asn1_hash_name (n);
// + }
// + else
// + {
// + _asn1_str_cpy (n, sizeof (n), n_start);
// + nhash = _asn1_hash_name (n);
// + n_start = NULL;
#include <klee/klee.h>

#include "libtasn1.h"

const asn1_static_node table[] = {{"Test", 536872976, 0}, {0, 1073741836, 0}, {"Number", ASN1_ETYPE_INTEGER, 0}, {0, 0, 0}};

int main(void) {
  asn1_node definitions = 0;
  if (asn1_array2tree(table, &definitions, 0) != ASN1_SUCCESS) return 1;
  char name[72];
  klee_make_symbolic(name, sizeof name, "name");
  klee_assume(name[sizeof name - 1] == 0);
  asn1_find_node(definitions, name);
  asn1_delete_structure(&definitions);
  return 0;
}
