// experiment: coverage over time of a JSON parser, 12 bytes (CFM-SE, Figure 7, has json.h, which is no Debian package)
// papers:     cfmse
// package:    yajl 2.1.0
// files:      src/yajl.c src/yajl_alloc.c src/yajl_buf.c src/yajl_encode.c src/yajl_lex.c src/yajl_parser.c
// options:    -I. -Isrc
#include <klee/klee.h>

#include <yajl/yajl_parse.h>

static int on_null(void *context) { return 1; }
static int on_integer(void *context, long long value) { return 1; }
static int on_double(void *context, double value) { return 1; }
static int on_string(void *context, const unsigned char *text, size_t length) { return 1; }

int main(void) {
  unsigned char text[12];
  klee_make_symbolic(text, sizeof text, "text");
  yajl_callbacks callbacks = {0};
  callbacks.yajl_null = on_null;
  callbacks.yajl_integer = on_integer;
  callbacks.yajl_double = on_double;
  callbacks.yajl_string = on_string;
  callbacks.yajl_map_key = on_string;
  yajl_handle handle = yajl_alloc(&callbacks, NULL, NULL);
  yajl_config(handle, yajl_allow_comments, 1);
  if (yajl_parse(handle, text, sizeof text) == yajl_status_ok)
    yajl_complete_parse(handle);
  yajl_free(handle);
  return 0;
}
