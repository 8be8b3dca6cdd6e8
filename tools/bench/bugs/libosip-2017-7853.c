// bug:      CVE-2017-7853: msg_osip_body_parse computes a negative length for an empty part of a body
// library:  gnu_osip 20170221
// files:    src/osipparser2/osip_accept.c src/osipparser2/osip_accept_encoding.c src/osipparser2/osip_accept_language.c
// files:    src/osipparser2/osip_alert_info.c src/osipparser2/osip_allow.c src/osipparser2/osip_authentication_info.c
// files:    src/osipparser2/osip_authorization.c src/osipparser2/osip_body.c src/osipparser2/osip_call_id.c
// files:    src/osipparser2/osip_call_info.c src/osipparser2/osip_contact.c src/osipparser2/osip_content_disposition.c
// files:    src/osipparser2/osip_content_encoding.c src/osipparser2/osip_content_length.c
// files:    src/osipparser2/osip_content_type.c src/osipparser2/osip_cseq.c src/osipparser2/osip_error_info.c
// files:    src/osipparser2/osip_from.c src/osipparser2/osip_header.c src/osipparser2/osip_list.c
// files:    src/osipparser2/osip_md5c.c src/osipparser2/osip_message.c src/osipparser2/osip_message_parse.c
// files:    src/osipparser2/osip_message_to_str.c src/osipparser2/osip_mime_version.c src/osipparser2/osip_parser_cfg.c
// files:    src/osipparser2/osip_port.c src/osipparser2/osip_proxy_authenticate.c
// files:    src/osipparser2/osip_proxy_authentication_info.c src/osipparser2/osip_proxy_authorization.c
// files:    src/osipparser2/osip_record_route.c src/osipparser2/osip_route.c src/osipparser2/osip_to.c
// files:    src/osipparser2/osip_uri.c src/osipparser2/osip_via.c src/osipparser2/osip_www_authenticate.c
// files:    src/osipparser2/sdp_accessor.c src/osipparser2/sdp_message.c
// options:  -DHAVE_CTYPE_H -DHAVE_FCNTL_H -DHAVE_STDARG_H -DHAVE_STRING_H -DHAVE_SYS_SELECT_H -DHAVE_SYS_STAT_H
// options:  -DHAVE_SYS_TIME_H -DHAVE_SYS_TYPES_H -DHAVE_TIME_H -DHAVE_UNISTD_H -Iinclude -Isrc/osipparser2
// fails:    out-of-bounds in osip_message_parse
// bug edit: src/osipparser2/osip_message_parse.c
// - if (end_of_body <= start_of_body) {
// - osip_free (sep_boundary);
// - return OSIP_SYNTAXERROR;
// - }
// +
#include <klee/klee.h>
#include <string.h>

#include <osipparser2/osip_message.h>
#include <osipparser2/osip_parser.h>

#define HEAD "SIP/2.0 200 OK\r\nContent-Type: multipart/mixed;boundary=x\r\nContent-Length: 12\r\n\r\n"

/* Parses a message whose body has 12 symbolic bytes. */
int main(void) {
  char text[sizeof HEAD + 12] = HEAD, body[12];
  klee_make_symbolic(body, sizeof body, "body");
  memcpy(text + sizeof HEAD - 1, body, sizeof body);
  osip_message_t *message;
  parser_init();
  if (osip_message_init(&message) != 0)
    return 1;
  osip_message_parse(message, text, sizeof text - 1);
  osip_message_free(message);
  return 0;
}
