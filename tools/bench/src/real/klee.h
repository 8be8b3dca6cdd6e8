/* The functions for symbolic inputs, for a native run: runtime.c reads the values from a test case. */
#include <stddef.h>
#include <stdint.h>
void klee_make_symbolic(void *object, size_t size, const char *name);
void klee_assume(uintptr_t condition);
int klee_range(int begin, int end, const char *name);
int klee_int(const char *name);
