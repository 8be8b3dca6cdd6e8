// run: compile-error
// Two texts joined with +: the help names strcat.
int main(void) {
    char *s = "a" + "b";
    return s[0];
}
