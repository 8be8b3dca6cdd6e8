/* Splits JSON into tokens: whole, with too few tokens, continued, and broken. */
#include "jsmn.h"
#include <stdio.h>
#include <string.h>

static const char *const texts[] = {
    "{\"a\": [1, -2.5e3, true, null], \"b\\n\\u00e9\": {\"c\": \"d\"}}", "[[[]],{},\"x\"]", "{\"a\": \"b", "[1}", "\"\\q\"", "", "12 ",
};

int main(void) {
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
    jsmn_parser parser;
    jsmntok_t tokens[32];
    jsmn_init(&parser);
    printf("%s: wants %d,", texts[i], jsmn_parse(&parser, texts[i], strlen(texts[i]), NULL, 0));
    jsmn_init(&parser);
    printf(" with 3 %d,", jsmn_parse(&parser, texts[i], strlen(texts[i]), tokens, 3));
    int n = jsmn_parse(&parser, texts[i], strlen(texts[i]), tokens, 32);
    printf(" with more %d:", n);
    for (int t = 0; t < n; t++)
      printf(" %d(%d %.*s)", tokens[t].type, tokens[t].size, tokens[t].end - tokens[t].start, texts[i] + tokens[t].start);
    printf("\n");
  }
  return 0;
}
