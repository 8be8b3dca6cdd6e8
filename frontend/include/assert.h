/* Diagnostics (C11 7.2). Each inclusion redefines assert according to NDEBUG, as the standard requires. */
#ifndef _SYMTOOL_ASSERT_H
#define _SYMTOOL_ASSERT_H

_Noreturn void __symtool_assert_fail(const char *expression, const char *file, unsigned line,
                                     const char *function);

#define static_assert _Static_assert

#endif

#undef assert
#ifdef NDEBUG
#define assert(expression) ((void)0)
#else
#define assert(expression)                                                                         \
    ((expression) ? (void)0 : __symtool_assert_fail(#expression, __FILE__, __LINE__, __func__))
#endif
