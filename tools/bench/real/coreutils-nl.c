// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/nl.c lib/fadvise.c lib/linebuffer.c lib/malloc/dynarray_at_failure.c
// files:      lib/malloc/dynarray_emplace_enlarge.c lib/malloc/dynarray_finalize.c lib/malloc/dynarray_resize.c
// files:      lib/regex.c lib/xdectoimax.c lib/xstrtoimax.c
// options:    -DGNULIB_REGEX_SINGLE_THREAD=1
// run:        --sym-args 0 1 3 --sym-stdin 6
// sized:      --sym-stdin SIZE
