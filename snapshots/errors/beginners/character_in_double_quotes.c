// run: check
// A character in double quotes.
int main(void) {
    char c = "a";
    return c;
}
