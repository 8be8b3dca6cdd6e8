// experiment: coverage over time of a parser of HTTP messages, 20 bytes
// package:    http-parser 2.9.4
// files:      http_parser.c
// options:    -I.
#include <klee/klee.h>

#include "http_parser.h"

static int data(http_parser *parser, const char *at, size_t length) { return length > 64; }
static int event(http_parser *parser) { return 0; }

int main(void) {
  char text[20];
  klee_make_symbolic(text, sizeof text, "text");
  http_parser parser;
  http_parser_settings settings;
  http_parser_settings_init(&settings);
  settings.on_url = settings.on_status = settings.on_header_field = settings.on_header_value = settings.on_body = data;
  settings.on_message_begin = settings.on_headers_complete = settings.on_message_complete = event;
  http_parser_init(&parser, HTTP_BOTH);
  http_parser_execute(&parser, &settings, text, sizeof text);
  http_parser_execute(&parser, &settings, text, 0);
  return 0;
}
