// bug:      CVE-2014-2525: yaml_parser_scan_uri_escapes writes beyond the string if a tag has many escapes
// library:  libyaml 0.2.5
// files:    src/api.c src/reader.c src/scanner.c src/parser.c
// options:  -Iinclude -Isrc -DYAML_VERSION_STRING="0.2.5" -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 -DYAML_VERSION_PATCH=5
// fails:    out-of-bounds in yaml_parser_scan_uri_escapes
// bug edit: src/scanner.c
// - if (CHECK(parser->buffer, '%')) {
// - if (!STRING_EXTEND(parser, string))
// - goto error;
// -
// + if (CHECK(parser->buffer, '%')) {
#include <klee/klee.h>

#include "yaml.h"

/* Reads the tokens of a tag with a usual beginning and a symbolic rest. */
int main(void) {
  unsigned char text[] = "!<tag:yaml.or..................>", rest[18];
  klee_make_symbolic(rest, sizeof rest, "rest");
  for (int i = 0; i < sizeof rest; i++) {
    klee_assume(rest[i] < 128);
    text[13 + i] = rest[i];
  }
  yaml_parser_t parser;
  yaml_parser_initialize(&parser);
  yaml_parser_set_input_string(&parser, text, sizeof text - 1);
  int done = 0;
  while (!done) {
    yaml_token_t token;
    if (!yaml_parser_scan(&parser, &token))
      break;
    done = token.type == YAML_STREAM_END_TOKEN;
    yaml_token_delete(&token);
  }
  yaml_parser_delete(&parser);
  return 0;
}
