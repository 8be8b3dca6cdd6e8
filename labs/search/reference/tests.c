int classify(char c);

int main(void) {
  classify('5');
  classify('x');
  classify('X');
  classify(' ');
  classify('\t');
  classify('~');
  classify('_');
  classify('!');
  return 0;
}
