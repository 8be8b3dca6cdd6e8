// Two equal case values are an error at the second.
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
