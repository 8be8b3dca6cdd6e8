// run: check
// A text in single quotes.
int main(void) {
    int c = 'abc';
    return c == 0;
}
