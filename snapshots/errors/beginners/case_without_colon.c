// run: compile-error
// A case label without its colon.
int main(void) {
    int x = 1;
    switch (x) {
    case 1 return 1;
    }
    return 0;
}
