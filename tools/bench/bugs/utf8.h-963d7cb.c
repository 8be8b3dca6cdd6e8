// bug:      utf8.h, corrected by commit 963d7cb: utf8nvalid reads beyond a text of n bytes
// library:  utf8.h 20260523
// options:  -I.
// fails:    out-of-bounds in utf8nvalid
// bug edit: utf8.h
// - if ((remaining != 4) && (0x80 == (0xc0 & str[4]))) {
// + if (0x80 == (0xc0 & str[4])) {
// bug edit: utf8.h
// - if ((remaining != 3) && (0x80 == (0xc0 & str[3]))) {
// + if (0x80 == (0xc0 & str[3])) {
// bug edit: utf8.h
// - if ((remaining != 2) && (0x80 == (0xc0 & str[2]))) {
// + if (0x80 == (0xc0 & str[2])) {
#include <klee/klee.h>

#include "utf8.h"

int main(void) {
  char text[8];
  klee_make_symbolic(text, sizeof text, "text");
  return utf8nvalid(text, sizeof text) == 0;
}
