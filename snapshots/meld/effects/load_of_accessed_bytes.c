// run: simplify, meld-steps
// entry: f
// A load of the bytes that the head has accessed, as another type, cannot fail, so it needs no guard.
union { int i; float f; } u;
float f(char c, float x) {
  int a = u.i;
  float r = x;
  if (c > 'a') r = u.f + a;
  return r;
}
