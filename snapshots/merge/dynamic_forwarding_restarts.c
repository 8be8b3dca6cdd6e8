// run: explore --merge=dynamic --search dfs --merge-delta 1 --verify
// A state is fast-forwarded for a limited number of steps, which are counted from 0 again whenever a path ends. Otherwise, states that were
// forwarded early would never catch up later.
int nondet_int(void);
int main(void) {
  int state = 0, n = 0;
  for (int i = 0; i < 9; i++) {
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
