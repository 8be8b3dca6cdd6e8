int classify(char c);

/* Concrete tests of classify. Together they must take both sides of every branch. */
int main(void) {
  classify('5');
  return 0;
}
