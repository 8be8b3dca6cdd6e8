/* Divides eight symbolic bytes into JSON tokens with jsmn. Each token lies within the text. */
#include <assert.h>
#include <klee/klee.h>

#include "jsmn.h"

int main(void) {
  char text[8];
  klee_make_symbolic(text, sizeof text, "text");
  jsmn_parser parser;
  jsmntok_t tokens[8];
  jsmn_init(&parser);
  int count = jsmn_parse(&parser, text, sizeof text, tokens, 8);
  for (int i = 0; i < count; i++)
    assert(0 <= tokens[i].start && tokens[i].start <= tokens[i].end && tokens[i].end <= 8);
  return 0;
}
