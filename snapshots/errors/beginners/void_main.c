// run: check
// A main function of type void.
void main(void) {
}
