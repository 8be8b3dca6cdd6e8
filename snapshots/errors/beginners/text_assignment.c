// run: compile-error
// A text cannot be assigned to an array after its declaration; the help names strcpy.
int main(void) {
    char name[10];
    name = "Ann";
    return name[0];
}
