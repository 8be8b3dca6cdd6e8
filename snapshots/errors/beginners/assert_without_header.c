// run: check
// options: --allow-missing
// A macro of the library without its header: the help names the header, not a similar function.
int main(void) {
    int x = 3;
    assert(x == 3);
    return 0;
}
