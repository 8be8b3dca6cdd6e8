// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/logname.c lib/long-options.c
// run:        --sym-args 0 2 3
// sized:      --sym-arg SIZE
/* The name of the user does not matter to the program. */
char *getlogin(void) { return "user"; }
