/* Block-scope variables whose address escapes: they live while control is in the block, however it enters and leaves. */
#include <setjmp.h>
#include <stdio.h>

static int *last;
static int use(int *p) {
    last = p;
    return ++*p;
}
static int loops(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        int a = i;
        if (i % 3 == 1)
            continue;
        sum += use(&a);
        {
            int b[2] = {a, i};
            sum += use(b) + use(b + 1);
            if (i == 5)
                break;
            sum += *last;
        }
        sum += use(&a);
    }
    int i = 0;
    do {
        int c = i;
        sum += use(&c);
        if (c == 3)
            continue;
        sum += *last;
    } while (i++ < 4);
    while (i > 0) {
        int d = i--;
        use(&d);
        while (1) {
            int e = d;
            if (use(&e) > 3)
                break;
            d += *last;
        }
        use(&d);
        sum += 2 * d;
    }
    return sum;
}
static int jumps(int n) {
    int sum = 0, round = 0;
    if (n & 1)
        goto inside;
again: {
        int a;
        a = 3;
        sum += use(&a);
    inside:
        a = 10 * n;
        sum += use(&a);
        {
            int b = a;
            sum += use(&b);
            if (round++ < 2)
                goto inside;
            sum += *last;
            if (round < 5)
                goto again;
            if (n > 2)
                goto out;
            use(&b);
        }
        sum += use(&a);
    }
out:
    return sum;
}
static int switches(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        switch (i) {
            int a;
        case 0:
            a = 5;
            sum += use(&a);
            break;
        case 1 ... 2:
            a = 7;
            sum += use(&a);
            /* fall through */
        case 3: {
            int b = i;
            a = b;
            sum += use(&b) + use(&a);
            if (i == 2)
                continue;
            break;
        }
        default:
            a = 1;
            sum += use(&a) + *last;
        }
    return sum;
}
/* Duff's device: the first iteration starts in the middle of the body. */
static int device(int n) {
    int sum = 0, rounds = (n + 3) / 4;
    switch (n % 4) {
    case 0:
        do {
            int a;
            a = 1;
            sum += use(&a);
    case 3:
            a = 2;
            sum += use(&a);
    case 2:
            a = 3;
            sum += use(&a);
    case 1:
            a = 4;
            sum += use(&a) + *last;
        } while (--rounds > 0);
    }
    return sum;
}
static int computed(int n) {
    static void *const table[] = {&&one, &&two, &&end};
    int sum = 0, at = 0;
    goto *table[0];
    {
        int a;
    one:
        a = n;
        sum += use(&a);
        goto *table[at++ < 2 ? 0 : 1];
    two:
        a = 2;
        sum += use(&a) + *last;
        goto *table[2];
    }
end:
    return sum;
}
struct pair { int a, b; };
static struct pair twice(struct pair p) {
    p.a *= 2;
    p.b *= 2;
    return p;
}
static int expressions(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum += ({ int a = i; use(&a); a + *last; });
        struct pair p = ({ struct pair q = {i, n}; use(&q.a); q; });
        sum += twice(p).b + ({ struct pair q = {i, 1}; use(&q.b); twice(q); }).a;
        sum += ({ if (i == 2) { int c = 1; use(&c); continue; } i; });
        if (i == 4) { int d = 4; use(&d); goto done; }
    }
done:
    return sum;
}
static jmp_buf back;
static void thrower(int *p) {
    if (use(p) < 4)
        longjmp(back, 1);
}
static int catches(void) {
    volatile int rounds = 0;
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        volatile int a = 0;
        setjmp(back);
        rounds++;
        a++;
        int b = a;
        thrower(&b);
        sum += b;
    }
    return sum + rounds;
}
static int deep(int n) {
    for (;;) {
        int a = n;
        use(&a);
        for (;;) {
            int b = a;
            use(&b);
            switch (b) {
            case 3: {
                int c = b;
                return use(&c) + *last;
            }
            default: {
                int d = b;
                n -= use(&d) > 0;
            }
            }
            break;
        }
    }
}
int main(void) {
    for (int n = 0; n < 8; n++)
        printf("%d %d %d %d %d %d\n", loops(n), jumps(n), switches(n), device(n + 1), computed(n), expressions(n));
    printf("%d %d\n", catches(), deep(6));
    return 0;
}
