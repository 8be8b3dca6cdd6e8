/* Atomic built-ins and <stdatomic.h>, with one thread. */
#include <stdatomic.h>
#include <stdio.h>

static int calls;
static int *where(int *p) { calls++; return p; }

int main(void)
{
    int x = 10, y, e;
    unsigned char c = 250;
    long l = -5;
    char *p = "abcdef";
    _Bool ok;
#define show(e)                                                                                    \
    do {                                                                                           \
        long result = (long)(e);                                                                   \
        printf(#e " = %ld, now %d %d %ld %d\n", result, x, c, l, calls);                           \
    } while (0)
    show(__sync_fetch_and_add(&x, 5));
    show(__sync_add_and_fetch(where(&x), 1));
    show(__sync_fetch_and_sub(&x, 3));
    show(__sync_sub_and_fetch(&x, 3));
    show(__sync_fetch_and_or(&c, 5));
    show(__sync_fetch_and_nand(&c, 0x3c));
    show(__sync_nand_and_fetch(&c, 0xf0));
    show(__sync_xor_and_fetch(&l, 255));
    show(__sync_and_and_fetch_8(&l, 0xfff));
    show(__sync_bool_compare_and_swap(&x, 10, 77));
    show(__sync_val_compare_and_swap(&x, 10, 88));
    show(__sync_bool_compare_and_swap(&x, 1, 2));
    show(__sync_lock_test_and_set(&x, 1));
    __sync_lock_release(&x);
    __sync_synchronize();
    printf("%d\n", x);
    c = 250;
    show(__atomic_add_fetch(&c, 10, __ATOMIC_SEQ_CST));
    show(__atomic_fetch_add(&c, 252, 0));
    printf("%s\n", __atomic_add_fetch(&p, 2, __ATOMIC_RELAXED));
    y = 4;
    __atomic_store(&x, &y, __ATOMIC_RELEASE);
    __atomic_load(&x, &e, __ATOMIC_ACQUIRE);
    printf("%d %d %d\n", x, e, __atomic_load_n(&x, 0));
    y = 9;
    __atomic_exchange(&x, &y, &e, 0);
    printf("%d %d %d\n", x, y, e);
    ok = __atomic_compare_exchange(&x, &e, &y, 0, 5, 5);
    printf("%d %d %d\n", ok, e, x);
    ok = __atomic_compare_exchange_n(&x, &e, 100, 0, 5, 5);
    printf("%d %d %d\n", ok, e, x);
    show(__atomic_test_and_set(&c, 0));
    __atomic_clear(&c, 0);
    printf("%d %d\n", c, __atomic_always_lock_free(4, 0));

    static atomic_int counter = ATOMIC_VAR_INIT(3);
    _Atomic(unsigned) u;
    atomic_flag flag = ATOMIC_FLAG_INIT;
    atomic_init(&u, 7);
    counter++;
    counter += 2;
    show(atomic_fetch_add(&counter, 10));
    show(atomic_load(&counter));
    show(atomic_exchange(&u, 8));
    e = 16;
    show(atomic_compare_exchange_strong(&counter, &e, 1));
    show(atomic_load_explicit(&counter, memory_order_relaxed) + e);
    show(atomic_flag_test_and_set(&flag));
    show(atomic_flag_test_and_set(&flag));
    atomic_flag_clear(&flag);
    show(atomic_flag_test_and_set(&flag));
    atomic_store(&u, 5);
    atomic_fetch_or(&u, 8);
    atomic_thread_fence(memory_order_seq_cst);
    printf("%u\n", u);
    /* Operands that are ignored are evaluated. */
    int evaluated = 0, object = 1;
    __atomic_store_n(&object, 2, (evaluated++, __ATOMIC_SEQ_CST));
    object += __atomic_load_n(&object, (evaluated++, __ATOMIC_SEQ_CST));
    __builtin_prefetch((evaluated++, &object), 1, 2);
    int *same = __builtin_assume_aligned(&object, 4, (evaluated++, 0));
    printf("%d %d %d\n", evaluated, object, same == &object);
    return 0;
}
