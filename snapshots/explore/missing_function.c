// run: explore --canonical-inputs
// options: --allow-missing
// A function without a body returns any value, and the verdict is incomplete.
int external(int x);
int main(void) {
    return external(1) == 5;
}
