/* Machine modes set the width of an arithmetic type. */
#include <stdio.h>
#define T(n,base,m) typedef base n __attribute__((mode(m)));
#define S(n) printf(#n " %d %d %g %g\n",(int)sizeof(n),(int)_Alignof(n),(double)((n)1/2), (double)(__real__ (n)-1))
T(a1,int,QI) T(a2,unsigned,HI) T(a3,int,__SI__) T(a4,unsigned,DI) T(a5,int,TI) T(a6,float,SF) T(a7,float,DF) T(a8,float,XF)
T(b1,_Complex float,SC) T(b2,_Complex float,DC) T(b3,_Complex float,XC) T(b5,_Complex int,CDI) T(b6,_Complex int,CQI)
T(c1,int,word) T(c2,unsigned,pointer) T(c3,int,byte)  T(c5,int,unwind_word)
typedef enum {A,B} E __attribute__((mode(QI)));
enum __attribute__((mode(HI))) E2 {C, D = -1};
typedef int shared __attribute__((mode(DI)));
struct s { shared a; int b __attribute__((mode(HI))); unsigned c : 3; int __attribute__((mode(QI))) d; };
extern int __attribute__((mode(DI))) *address; int *address;
static long twice(int __attribute__((mode(DI))) n, unsigned m __attribute__((mode(QI)))) { return n * 2 + m; }
int main(){ S(a1);S(a2);S(a3);S(a4);S(a5);S(a6);S(a7);S(a8);S(b1);S(b2);S(b3);S(b5);S(b6);S(c1);S(c2);S(c3);S(c5);printf("%d %d %d\n",(int)sizeof(E),(int)sizeof(enum E2), (enum E2)D);
 printf("%d %d %ld\n", (int)sizeof(struct s), (int)_Alignof(struct s), twice(1L << 40, 257)); return (int)sizeof(int __attribute__((mode(TI))));  }
