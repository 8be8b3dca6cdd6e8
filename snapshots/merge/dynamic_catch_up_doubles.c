// run: explore --merge=dynamic --search covnew --verify
// Dynamic merging doubles the time in which states catch up, until the search covers new code. With a constant time, other states meet, and the
// numbers of paths and merges differ.
int nondet_int(void);
int main(void) {
  int state = 0, n = 0;
  for (int i = 0; i < 6; i++) {
    int x = nondet_int();
    switch (state) {
    case 0: if (x == 1) state = 1; else if (x == 2) state = 2; break;
    case 1: if (x == 3) state = 3; else state = 0; n++; break;
    case 2: if (x > 10) state = 1; break;
    case 3: if (x == 4 && n > 2) state = 4; else state = 2; break;
    }
  }
  return n;
}
