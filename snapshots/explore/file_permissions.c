// run: explore --plain --verify
// The owner of a file can open it only as its permissions allow, whoever runs symtool.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
int nondet_int(void);
int main(void) {
  close(open("file", O_CREAT | O_WRONLY, 0));
  int mode = nondet_int();
  if (mode < 0 || mode > 0777 || chmod("file", mode) != 0) return 1;
  int descriptor = open("file", O_RDONLY);
  assert((descriptor >= 0) == ((mode & S_IRUSR) != 0));
  if (descriptor < 0) assert(errno == EACCES);
  assert((open("file", O_RDWR) >= 0) == ((mode & 0600) == 0600));
  struct stat of;
  assert(stat("file", &of) == 0 && (of.st_mode & 0777) == mode);
  return 0;
}
