// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/printf.c lib/c-strtold.c lib/cl-strtold.c lib/unicodeio.c lib/unistr/u8-uctomb-aux.c lib/xprintf.c
// run:        --sym-args 0 3 3
// sized:      --sym-arg SIZE
