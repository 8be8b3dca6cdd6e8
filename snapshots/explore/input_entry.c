// run: explore --canonical-inputs
// entry: is_small
// With --entry, the parameters of the function are symbolic inputs.
int is_small(unsigned char x) {
    return x < 10;
}
int main(void) {
    return is_small(200);
}
