// run: compile-error
// The help for an unknown type suggests the type with the most similar name, at each place.
int total(itn n) {
    return n;
}

int main(void) {
    flaot x = 1;
    unsinged y = 2;
    return total(x + y);
}
