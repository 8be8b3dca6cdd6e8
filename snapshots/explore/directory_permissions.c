// run: explore --plain --verify
// The search permission of a directory decides whether the files in it exist for its owner, and the write permission whether
// new ones can be created.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
int nondet_int(void);
int main(void) {
  assert(mkdir("dir", 0700) == 0 && open("dir/old", O_CREAT | O_WRONLY, 0600) >= 0);
  int mode = nondet_int();
  if (mode < 0 || mode > 0777 || chmod("dir", mode) != 0) return 1;
  assert((access("dir/old", R_OK) == 0) == ((mode & S_IXUSR) != 0));
  assert((access("dir", R_OK) == 0) == ((mode & S_IRUSR) != 0));
  int created = open("dir/new", O_CREAT | O_WRONLY, 0600) >= 0;
  assert(created == ((mode & 0300) == 0300));
  if (!created) assert(errno == EACCES);
  return 0;
}
