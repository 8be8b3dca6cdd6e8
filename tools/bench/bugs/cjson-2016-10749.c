// bug:      CVE-2016-10749: a string that ends in a backslash is read beyond the end of the text
// library:  cjson 1.7.15
// files:    cJSON.c
// options:  -I.
// fails:    out-of-bounds in parse_string
// bug edit: cJSON.c
// - while (((size_t)(input_end - input_buffer->content) < input_buffer->length) && (*input_end != '\"'))
// + while (*input_end != '\"' && *input_end)
// bug edit: cJSON.c
// - if ((size_t)(input_end + 1 - input_buffer->content) >= input_buffer->length)
// - {
// - /* prevent buffer overflow when last input character is a backslash */
// - goto fail;
// - }
// +
#include <klee/klee.h>

#include "cJSON.h"

int main(void) {
  char text[6];
  klee_make_symbolic(text, sizeof text, "text");
  text[5] = 0;
  cJSON_Delete(cJSON_Parse(text));
  return 0;
}
