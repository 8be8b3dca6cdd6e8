// `--merge` with several threads was first ignored, then rejected; each worker merges its states.
// run: --merge=static --threads 2
// exit: 10
// has: 040-merge-with-threads.c:17
// run: --merge=static --threads 2 --count-paths
// exit: 10
// run: --merge=dynamic --threads 4
// exit: 10
// has: 040-merge-with-threads.c:17
int main(void) {
    unsigned char bytes[6];
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    int set = 0;
    for (int i = 0; i < 6; i++) {
        if (bytes[i] & 1) set++;
    }
    klee_assert(set != 5);
    return 0;
}
