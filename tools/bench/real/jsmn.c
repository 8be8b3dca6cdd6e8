// experiment: coverage over time of a JSON tokenizer, 20 bytes (CFM-SE, Figure 7, has json.h, which is no Debian package)
// papers:     cfmse
// package:    jsmn 1.1.0
// options:    -I. -DJSMN_PARENT_LINKS -DJSMN_STRICT
#include <klee/klee.h>

#include "jsmn.h"

int main(void) {
  char text[20];
  klee_make_symbolic(text, sizeof text, "text");
  jsmn_parser parser;
  jsmntok_t tokens[16];
  jsmn_init(&parser);
  int count = jsmn_parse(&parser, text, sizeof text, NULL, 0);
  if (count < 0)
    return 1;
  jsmn_init(&parser);
  return jsmn_parse(&parser, text, sizeof text, tokens, 16) != count;
}
