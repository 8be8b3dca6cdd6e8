#include <stdio.h>
enum big { A = 1, B = 0x100000000LL };
enum neg { N = -1, P = 0x80000000u };
struct bf { unsigned long long a:33, b:40; long long c:35; _Bool d:1; int e:3; unsigned f:31; unsigned g:32; };
static int sgn(long long x){return x<0?-1:x>0;}
void func(void) __attribute__((aligned(256)));
void func(void){}
int main(void){
  struct bf s = {0};
  s.a = -1; s.b = -1; s.c = -1; s.d = 7; s.e = 7; s.f=-1; s.g=-1;
  printf("%llu %llu %lld %d %d %u %u\n",(unsigned long long)s.a,(unsigned long long)s.b,(long long)s.c,s.d,s.e,s.f,s.g);
  printf("%d %d %d\n", s.a+1 == 0, s.b+1==0, s.a + s.b > s.b);
  printf("%zu %zu %zu\n", sizeof(s.a+1), sizeof(s.f+1), sizeof(s.g+0L));
  printf("%d %d\n", s.f - 0x7fffffff - 1 < 0, s.g - 0xffffffffu - 1 < 0);
  printf("%d\n", sgn(s.c - s.a));
  s.a <<= 1; printf("%llx\n",(unsigned long long)s.a);
  s.a = s.a << 1; printf("%llx\n",(unsigned long long)s.a);
  printf("%llx\n",(unsigned long long)(s.a << 1));
  printf("%llx\n",(unsigned long long)~s.a);
  printf("%llx\n",(unsigned long long)-s.a);
  s.a = 5; s.a -= 6; printf("%llx\n",(unsigned long long)s.a);
  s.a = 0; s.a--; printf("%llx\n",(unsigned long long)s.a);
  printf("%llx\n",(unsigned long long)(s.a * s.a));
  printf("%d %d\n", (s.d = 4), (s.e = 5));
  s.d++; printf("%d\n", s.d); s.d--; printf("%d\n",s.d); s.d--; printf("%d\n", s.d);
  s.e = 3; s.e++; printf("%d\n", s.e);
  printf("%d\n", s.e++);
  printf("%zu %zu %zu %d\n", sizeof(enum big), sizeof(A), sizeof(enum neg), N < 0);
  printf("%d %d\n", -1 < sizeof(int), (unsigned char)-1 < 0);
  printf("%lu %lu\n", (unsigned long)__alignof__(func), (unsigned long)_Alignof(long double));
  printf("%u %d %d %u\n",(unsigned)-1.0,(int)1e20,(int)-1e20,(unsigned)1e20);
  printf("%d\n", _Generic((const int)1, int:1, const int:2));
  printf("%d\n", _Generic("a", char*:1, const char*:2));
  printf("%d\n", _Generic(&(const int){1}, int*:1, const int*:2));
  printf("%d\n", _Generic((char)1, int:1, char:2, signed char:3));
  printf("%d\n", _Generic(1?(short)1:(short)2, int:1, short:2));
  printf("%d\n", _Generic(main, int(*)(void):1, default:2));
  printf("%d\n", _Generic((int*const)0, int*:1, int*const:2));
  printf("%d\n", _Generic('a', char:1, int:2));
  printf("%d\n", _Generic(L'a', int:1, long:2));
  printf("%d\n", _Generic(u'a', unsigned short:1, int:2));
  printf("%d\n", _Generic(1ull<<3, unsigned long long:1, unsigned long:2));
  printf("%d\n", _Generic(A, enum big:1, int:3, default:4)+_Generic(B, enum big:1, int:3, default:4));
  printf("%d\n", _Generic((enum neg)0, long:1, int:2, default: 3));
  return 0;
}
