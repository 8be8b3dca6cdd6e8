// bug:      CVE-2016-10326: osip_body_to_str writes the end of the headers beyond the end of its buffer
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
// fails:    out-of-bounds in osip_body_to_str
// bug edit: src/osipparser2/osip_body.c
// - if (length < tmp_body - ptr + 3) {
// - size_t len;
// -
// - len = tmp_body - ptr;
// - length = length + 3 + body->length; /* add body->length, to avoid calling realloc often */
// - ptr = osip_realloc (ptr, length);
// - tmp_body = ptr + len;
// - }
// +
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#include <osipparser2/osip_body.h>

/* Prints a body of one byte, with a header of up to 70 characters. */
int main(void) {
  char value[71] = "";
  osip_body_t *body;
  char *text = NULL;
  size_t length = 0;
  memset(value, 'a', klee_range(1, 71, "length"));
  if (osip_body_init(&body) != 0)
    return 1;
  if (osip_body_parse(body, "x", 1) == 0 && osip_body_set_header(body, "name", value) == 0) {
    osip_body_to_str(body, &text, &length);
    free(text);
  }
  osip_body_free(body);
  return 0;
}
