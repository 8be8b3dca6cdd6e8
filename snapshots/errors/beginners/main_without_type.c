// run: check
// A main function without a type.
main() {
    return 0;
}
