// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/uname.c src/uname-uname.c
// run:        --sym-args 0 2 3
// sized:      --sym-arg SIZE
#include <string.h>
#include <sys/utsname.h>

/* The names of the system do not matter to the program. */
int uname(struct utsname *name) {
  memset(name, 0, sizeof *name);
  strcpy(name->sysname, "Linux");
  return 0;
}
