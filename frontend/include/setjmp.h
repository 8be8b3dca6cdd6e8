/* Non-local jumps (C11 7.13, POSIX). A jmp_buf has the size of glibc's; only its first word is used. */
#ifndef _SYMTOOL_SETJMP_H
#define _SYMTOOL_SETJMP_H

typedef long jmp_buf[25];
typedef long sigjmp_buf[25];

int setjmp(jmp_buf state);
int _setjmp(jmp_buf state);
int sigsetjmp(sigjmp_buf state, int save);
int __sigsetjmp(sigjmp_buf state, int save);
_Noreturn void longjmp(jmp_buf state, int value);
_Noreturn void _longjmp(jmp_buf state, int value);
_Noreturn void siglongjmp(sigjmp_buf state, int value);
#define setjmp(state) setjmp(state)

#endif
