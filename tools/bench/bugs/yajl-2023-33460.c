// bug:      CVE-2023-33460: yajl_tree_parse frees nothing of a tree that is not finished
// library:  yajl 2.1.0
// files:    src/yajl.c src/yajl_alloc.c src/yajl_buf.c src/yajl_encode.c src/yajl_lex.c src/yajl_parser.c src/yajl_tree.c
// options:  -I. -Isrc
// run:      --check leak
// fails:    leak in main
// bug edit: src/yajl_tree.c
// - while(ctx.stack != NULL) {
// - yajl_val v = context_pop(&ctx);
// - yajl_tree_free(v);
// - }
// - yajl_free (handle);
// + yajl_free (handle);
#include <klee/klee.h>

#include "yajl/yajl_tree.h"

int main(void) {
  char text[4], message[64];
  klee_make_symbolic(text, sizeof text, "text");
  text[3] = 0;
  yajl_tree_free(yajl_tree_parse(text, message, sizeof message));
  return 0;
}
