// experiment: time to a bug and memory of a parser, 8 bytes (CFM-SE, Figures 10 and 11); here its coverage over time
// papers:     cfmse
// package:    libyaml 0.2.5
// files:      src/api.c src/reader.c src/scanner.c src/parser.c
// options:    -Iinclude -Isrc -DYAML_VERSION_STRING="0.2.5" -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2
// options:    -DYAML_VERSION_PATCH=5
#include <klee/klee.h>

#include "yaml.h"

/* Reads the events of a document. */
int main(void) {
  unsigned char text[8];
  klee_make_symbolic(text, sizeof text, "text");
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser))
    return 1;
  yaml_parser_set_input_string(&parser, text, sizeof text);
  int done = 0;
  while (!done) {
    yaml_event_t event;
    if (!yaml_parser_parse(&parser, &event))
      break;
    done = event.type == YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  return 0;
}
