// run: explore --canonical-inputs
// options: --sym-args 0 1 1
// --sym-args 0 1 1 passes no argument, or one of up to one byte.
int main(int argc, char **argv) {
    if (argc == 1)
        return 10;
    return argv[1][0] == '-';
}
