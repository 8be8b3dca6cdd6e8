// For two equal case values, the second must be reported as an error.
// run:
// exit: 1
// has: :8:
int main(int argc, char **argv) {
    switch (argc) {
    case 1: return 1;
    case 1: return 2;
    }
    return 0;
}
