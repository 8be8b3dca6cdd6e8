/* Parses 16 symbolic bytes as an HTTP message, and twelve of them as a URL. */
#include <klee/klee.h>

#include "http_parser.h"

int main(void) {
  char text[16];
  klee_make_symbolic(text, sizeof text, "text");
  http_parser parser;
  http_parser_settings settings;
  http_parser_settings_init(&settings);
  http_parser_init(&parser, HTTP_BOTH);
  http_parser_execute(&parser, &settings, text, sizeof text);
  struct http_parser_url url;
  http_parser_url_init(&url);
  http_parser_parse_url(text, 12, 0, &url);
  return 0;
}
