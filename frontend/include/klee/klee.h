/* The engine's intrinsics: the interface of KLEE 3.2, so that programs written for KLEE run unchanged. */
#ifndef _SYMTOOL_KLEE_KLEE_H
#define _SYMTOOL_KLEE_KLEE_H

#include <stddef.h>
#include <stdint.h>

/* Symbolic inputs. The name appears in test cases. */
void klee_make_symbolic(void *object, size_t size, const char *name);
int klee_int(const char *name);
int klee_range(int begin, int end, const char *name); /* begin <= result < end */
uintptr_t klee_choose(uintptr_t n);                   /* result < n */

/* Constraints and preferences. */
void klee_assume(uintptr_t condition);
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);

/* Termination of a path. */
_Noreturn void klee_silent_exit(int status);
_Noreturn void klee_abort(void);
_Noreturn void klee_report_error(const char *file, int line, const char *message,
                                 const char *suffix);

_Noreturn void __symtool_assert_fail(const char *expression, const char *file, unsigned line,
                                     const char *function);
#define klee_assert(expression)                                                                    \
    ((expression) ? (void)0 : __symtool_assert_fail(#expression, __FILE__, __LINE__, __func__))

/* Queries about values and objects. */
unsigned klee_is_symbolic(uintptr_t value);
unsigned klee_is_replay(void);
size_t klee_get_obj_size(void *object);
float klee_get_valuef(float value);
double klee_get_valued(double value);
long klee_get_valuel(long value);
long long klee_get_valuell(long long value);
int32_t klee_get_value_i32(int32_t value);
int64_t klee_get_value_i64(int64_t value);
int klee_get_errno(void);

/* Merge regions: paths through a region are merged at its end. */
void klee_open_merge(void);
void klee_close_merge(void);

/* Messages. */
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int value);
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_stack_trace(void);

/* Engine internals. */
void klee_check_memory_access(const void *address, size_t size);
void klee_define_fixed_object(void *address, size_t size);
void klee_mark_global(void *object);
void klee_set_forking(unsigned enable);
void klee_alias_function(const char *function, const char *other);
void klee_dump_kquery_var(void);

#endif
