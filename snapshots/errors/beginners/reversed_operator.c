// run: check
// The operator =+ in place of +=.
int main(void) {
    int x = 1;
    x =+ 1;
    return x;
}
