// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/sleep.c lib/c-strtod.c lib/cl-strtod.c lib/dtotimespec.c lib/long-options.c lib/timespec.c
// files:      lib/xstrtod.c
// run:        --sym-args 0 3 2
// sized:      --sym-arg SIZE
/* The program does not wait. */
int xnanosleep(double seconds) { return 0; }
