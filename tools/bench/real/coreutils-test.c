// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/test.c lib/stat-time.c lib/strintcmp.c lib/timespec.c lib/umaxtostr.c lib/verror.c lib/xsize.c
// files:      lib/xvasprintf.c
// run:        --sym-args 0 4 3
// sized:      --sym-args 0 SIZE 2
int access(const char *file, int mode);

/* The real and the effective user are the same. */
int euidaccess(const char *file, int mode) { return access(file, mode); }
