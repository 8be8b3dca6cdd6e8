/* Parses requests and responses, whole and byte by byte, and URLs. */
#include "http_parser.h"
#include <stdio.h>
#include <string.h>

static int piece(const char *what, const char *at, size_t length) {
  printf(" %s[%.*s]", what, (int)length, at);
  return 0;
}
static int on_url(http_parser *p, const char *at, size_t n) { return piece("url", at, n); }
static int on_status(http_parser *p, const char *at, size_t n) { return piece("status", at, n); }
static int on_field(http_parser *p, const char *at, size_t n) { return piece("field", at, n); }
static int on_value(http_parser *p, const char *at, size_t n) { return piece("value", at, n); }
static int on_body(http_parser *p, const char *at, size_t n) { return piece("body", at, n); }
static int on_end(http_parser *p) {
  printf(" end(keep %d)", http_should_keep_alive(p));
  return 0;
}

static const char *const messages[] = {
    "GET /a/b?c=d#e HTTP/1.1\r\nHost: example.com\r\nX-Long:  a\r\n b\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n",
    "HTTP/1.0 404 Not Found\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n",
    "GET / HTTP/9.x\r\n\r\n",
    "PUT /x HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
    "BREW / HTTP/1.1\r\n\r\n",
};

int main(void) {
  http_parser_settings settings;
  http_parser_settings_init(&settings);
  settings.on_url = on_url;
  settings.on_status = on_status;
  settings.on_header_field = on_field;
  settings.on_header_value = on_value;
  settings.on_body = on_body;
  settings.on_message_complete = on_end;
  for (unsigned i = 0; i < sizeof messages / sizeof *messages; i++)
    for (int step = 0; step < 2; step++) {
      http_parser parser;
      size_t length = strlen(messages[i]), done = 0;
      http_parser_init(&parser, HTTP_BOTH);
      printf("%u:", i);
      while (done < length && HTTP_PARSER_ERRNO(&parser) == HPE_OK)
        done += http_parser_execute(&parser, &settings, messages[i] + done, step ? 1 : length);
      printf(" %s after %u of %u, type %d method %d status %d\n", http_errno_name(HTTP_PARSER_ERRNO(&parser)),
             (unsigned)done, (unsigned)length, parser.type, parser.method, parser.status_code);
    }
  static const char *const urls[] = {"http://user:pw@host:8080/p/q?r#s", "/only/path", "host:443", "http://[::1]/", "h ttp://"};
  for (unsigned i = 0; i < 5; i++) {
    struct http_parser_url url;
    http_parser_url_init(&url);
    int rc = http_parser_parse_url(urls[i], strlen(urls[i]), i == 2, &url);
    printf("%s: %d port %d", urls[i], rc, url.port);
    for (int f = 0; f < UF_MAX && rc == 0; f++)
      if (url.field_set & 1 << f)
        printf(" %d=%.*s", f, url.field_data[f].len, urls[i] + url.field_data[f].off);
    printf("\n");
  }
  return 0;
}
