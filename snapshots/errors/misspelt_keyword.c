// run: compile-error
// The help for an unknown statement suggests the keyword with the most similar name.
int main(void) {
    int x = 1;
    whlie (x < 10) {
        x++;
    }
    retrun x;
}
