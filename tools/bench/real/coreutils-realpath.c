// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/realpath.c src/relpath.c lib/bitrotate.c lib/canonicalize.c lib/file-set.c lib/hash-pjw.c
// files:      lib/hash-triple-simple.c lib/hash.c lib/malloc/scratch_buffer_dupfree.c lib/malloc/scratch_buffer_grow.c
// files:      lib/malloc/scratch_buffer_grow_preserve.c
// run:        --sym-args 0 2 3
// sized:      --sym-args 0 SIZE 2
