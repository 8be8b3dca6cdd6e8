// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/uniq.c lib/argmatch.c lib/fadvise.c lib/freopen-safer.c lib/linebuffer.c lib/memcasecmp.c
// files:      lib/posixver.c lib/xstrtoumax.c
// run:        --sym-args 0 1 3 --sym-stdin 6
// sized:      --sym-stdin SIZE
