// bug:      CVE-2014-9130: an assertion fails for a required key at a place where no key is allowed
// library:  libyaml 0.2.5
// files:    src/api.c src/reader.c src/scanner.c src/parser.c
// options:  -Iinclude -Isrc -DYAML_VERSION_STRING="0.2.5" -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 -DYAML_VERSION_PATCH=5
// fails:    assert in yaml_parser_save_simple_key
// bug edit: src/scanner.c
// - int required = (!parser->flow_level
// - && parser->indent == (ptrdiff_t)parser->mark.column);
// + int required = (!parser->flow_level
// + && parser->indent == (ptrdiff_t)parser->mark.column);
// + assert(parser->simple_key_allowed || !required);
#include <klee/klee.h>

#include "yaml.h"

/* Reads the tokens of a list whose first item is symbolic. */
int main(void) {
  unsigned char text[] = " - item", item[4];
  klee_make_symbolic(item, sizeof item, "item");
  for (int i = 0; i < 4; i++) {
    klee_assume(item[i] < 128);
    text[3 + i] = item[i];
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
