/* Functions of the software verification competitions (SV-COMP) that do not return an input. */
void klee_make_symbolic(void *object, unsigned long size, const char *name);

void __VERIFIER_nondet_memory(void *to, unsigned long size)
{
    if (size > 0)
        klee_make_symbolic(to, size, "nondet_memory");
}

/* These functions have no effect: a program has one thread, so every operation is atomic. */
void __VERIFIER_atomic_begin(void)
{
}

void __VERIFIER_atomic_end(void)
{
}
