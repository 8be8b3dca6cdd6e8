// bug:      utf8.h, issue 97: utf8ncat reads beyond an empty string
// library:  utf8.h 20260523
// options:  -I.
// fails:    out-of-bounds in utf8ncat
// bug edit: utf8.h
// - while (('\0' != *src) && (0 != n--)) {
// - *d++ = *src++;
// - }
// -
// - /* write out a new null terminating byte into dst */
// - *d = '\0';
// -
// - return dst;
// - }
// -
// - utf8_constexpr14_impl int utf8ncmp(const utf8_int8_t *src1,
// + do {
// + *d++ = *src++;
// + } while (('\0' != *src) && (0 != --n));
// + /* write out a new null terminating byte into dst */
// + *d = '\0';
// + return dst;
// + }
// + utf8_constexpr14_impl int utf8ncmp(const utf8_int8_t *src1,
#include <klee/klee.h>

#include "utf8.h"

/* Appends a string of up to 5 bytes, after which no byte may be read. */
int main(void) {
  char end[6], text[20] = "start";
  klee_make_symbolic(end, sizeof end, "end");
  end[5] = 0;
  utf8ncat(text, end + klee_range(0, 6, "start"), 10);
  return 0;
}
