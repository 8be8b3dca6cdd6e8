// run: compile-error
// The use of an undeclared variable is an error at this use.
int main(void) { return missing + 1; }
