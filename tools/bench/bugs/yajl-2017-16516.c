// bug:      CVE-2017-16516: yajl_string_decode reads beyond the end of a string that ends in half a surrogate pair
// library:  yajl 2.1.0
// files:    src/yajl.c src/yajl_alloc.c src/yajl_buf.c src/yajl_encode.c src/yajl_lex.c src/yajl_parser.c
// options:  -I. -Isrc
// fails:    out-of-bounds in yajl_string_decode
// bug edit: src/yajl_encode.c
// - if (end + 2 < len && str[end + 1] == '\\' && str[end + 2] == 'u') {
// - end++;
// + end++;
// + if (str[end] == '\\' && str[end + 1] == 'u') {
#include <klee/klee.h>
#include <stdlib.h>

#include "yajl_buf.h"
#include "yajl_encode.h"
#include "yajl_alloc.h"

/* Decodes a string of six characters, without its quotation marks, in a buffer that ends with the string. */
int main(void) {
  unsigned char text[6];
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[0] == '\\' & text[1] == 'u');
  for (int i = 2; i < 6; i++)
    klee_assume((text[i] >= '0' & text[i] <= '9') | (text[i] >= 'a' & text[i] <= 'f'));
  yajl_alloc_funcs functions;
  yajl_set_default_alloc_funcs(&functions);
  yajl_buf out = yajl_buf_alloc(&functions);
  yajl_string_decode(out, text, sizeof text);
  yajl_buf_free(out);
  return 0;
}
