// run: compile-error
// The help for an undeclared name suggests the most similar name in scope.
int helper(int count) {
    return count + cuont;
}

int main(void) {
    int number = 3;
    int other = nmuber + 1;
    return helpr(other) + helper(other);
}
