// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/pr.c lib/dup-safer.c lib/fadvise.c lib/fcntl.c lib/fopen-safer.c lib/gettime.c lib/imaxtostr.c
// files:      lib/mbswidth.c lib/nstrftime.c lib/stat-time.c lib/time_rz.c lib/xdectoimax.c lib/xstrtoimax.c
// files:      lib/xstrtol-error.c lib/xstrtol.c lib/xstrtoumax.c
// run:        --sym-args 0 1 3 --sym-stdin 4
// sized:      --sym-stdin SIZE -- -t
