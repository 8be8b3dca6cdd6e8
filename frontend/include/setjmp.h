/* Non-local jumps (C11 7.13): declared, so that a call is reported at its place. */
#ifndef _SYMTOOL_SETJMP_H
#define _SYMTOOL_SETJMP_H

typedef long jmp_buf[25];
typedef long sigjmp_buf[25];

int setjmp(jmp_buf state);
int sigsetjmp(sigjmp_buf state, int save);
_Noreturn void longjmp(jmp_buf state, int value);
_Noreturn void siglongjmp(sigjmp_buf state, int value);
#define setjmp(state) setjmp(state)

#endif
