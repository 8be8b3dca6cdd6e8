// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/comm.c lib/dup-safer.c lib/fadvise.c lib/fcntl.c lib/fopen-safer.c lib/linebuffer.c lib/memcmp2.c
// files:      lib/memcoll.c lib/umaxtostr.c lib/xmemcoll.c
// run:        --sym-args 0 3 2 --sym-stdin 6
// sized:      --sym-stdin SIZE -- - /dev/null
