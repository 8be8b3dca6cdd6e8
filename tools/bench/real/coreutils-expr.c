// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/expr.c lib/long-options.c lib/malloc/dynarray_at_failure.c lib/malloc/dynarray_emplace_enlarge.c
// files:      lib/malloc/dynarray_finalize.c lib/malloc/dynarray_resize.c lib/mbchar.c lib/mbschr.c lib/mbslen.c
// files:      lib/mbuiter.c lib/mini-gmp-gnulib.c lib/regex.c lib/strintcmp.c lib/strnlen1.c
// options:    -DGNULIB_REGEX_SINGLE_THREAD=1
// run:        --sym-args 0 4 3
// sized:      --sym-args 0 SIZE 2
