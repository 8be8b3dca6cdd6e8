// bug:      CVE-2016-10325: _osip_message_to_str writes a long first line beyond the end of its buffer
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
// fails:    out-of-bounds in _osip_message_to_str
// bug edit: src/osipparser2/osip_message_to_str.c
// - size_t message_len = strlen(tmp);
// - if (_osip_message_realloc (&message, dest, message_len + 3, &malloc_size) < 0) {
// - osip_free (tmp);
// - *dest = NULL;
// - return OSIP_NOMEM;
// - }
// +
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#include <osipparser2/osip_message.h>
#include <osipparser2/osip_parser.h>

/* Prints a request whose reason phrase has up to 9,900 characters. */
int main(void) {
  static char phrase[10000];
  osip_message_t *message;
  char *text = NULL;
  size_t length = 0;
  memset(phrase, 'a', 99 * (size_t)klee_range(0, 101, "hundreds"));
  if (osip_message_init(&message) != 0)
    return 1;
  osip_message_set_version(message, strdup("SIP/2.0"));
  osip_message_set_status_code(message, 200);
  osip_message_set_reason_phrase(message, strdup(phrase));
  osip_message_to_str(message, &text, &length);
  free(text);
  osip_message_free(message);
  return 0;
}
