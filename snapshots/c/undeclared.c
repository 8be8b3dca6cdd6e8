// run: compile-error
int main(void) { return missing + 1; }
