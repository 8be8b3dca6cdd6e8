// bug:      CVE-2023-43641: track_set_index writes to a negative index
// library:  libcue 2.2.1
// files:    cd.c cdtext.c rem.c
// options:  -I. -Ilibcue
// fails:    out-of-bounds in track_set_index
// bug edit: cd.c
// - if (i < 0 || i > MAXINDEX) {
// + if (i > MAXINDEX) {
#include <klee/klee.h>
#include <stdlib.h>

#include "cd.h"

/* Calls track_set_index as the parser does: with the number of an INDEX line, converted by atoi. */
int main(void) {
  char number[12];
  klee_make_symbolic(number, sizeof number, "number");
  for (int i = 0; i < 11; i++)
    klee_assume(number[i] >= '0' & number[i] <= '9');
  number[11] = 0;
  Cd *cd = cd_init();
  Track *track = cd_add_track(cd);
  track_set_index(track, atoi(number), 1);
  cd_delete(cd);
  return 0;
}
