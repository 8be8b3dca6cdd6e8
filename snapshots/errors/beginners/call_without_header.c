// run: check
// A library function without its header: the help names the header.
int main(void) {
    printf("hi\n");
    return 0;
}
