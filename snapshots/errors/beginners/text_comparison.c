// run: check
// A comparison of texts with ==.
int main(void) {
    char *s = "abc";
    if (s == "abc")
        return 1;
    return 0;
}
