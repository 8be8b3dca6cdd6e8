/* Macros of sys/queue.h, tgmath.h, fenv.h, sysexits.h. */
#include "support.h"
#include <fenv.h>
#include <sys/queue.h>
#include <sysexits.h>
#include <tgmath.h>

struct item {
    int number;
    SLIST_ENTRY(item) single;
    LIST_ENTRY(item) list;
    STAILQ_ENTRY(item) queue;
    TAILQ_ENTRY(item) tail;
};
SLIST_HEAD(singles, item);
LIST_HEAD(lists, item);
STAILQ_HEAD(queues, item);
TAILQ_HEAD(tails, item);

static struct item items[8];

static void shown(struct singles *s, struct lists *l, struct queues *q, struct tails *t)
{
    struct item *i;
    SLIST_FOREACH(i, s, single)
        printf("%d ", i->number);
    printf("| ");
    LIST_FOREACH(i, l, list)
        printf("%d ", i->number);
    printf("| ");
    STAILQ_FOREACH(i, q, queue)
        printf("%d ", i->number);
    printf("| ");
    TAILQ_FOREACH(i, t, tail)
        printf("%d ", i->number);
    printf("| ");
    TAILQ_FOREACH_REVERSE(i, t, tails, tail)
        printf("%d ", i->number);
    printf("\n");
}

int main(void)
{
    struct singles s = SLIST_HEAD_INITIALIZER(s);
    struct lists l = LIST_HEAD_INITIALIZER(l);
    struct queues q = STAILQ_HEAD_INITIALIZER(q);
    struct tails t = TAILQ_HEAD_INITIALIZER(t);
    for (int i = 0; i < 8; i++)
        items[i].number = i;
    SLIST_INSERT_HEAD(&s, &items[0], single);
    SLIST_INSERT_AFTER(&items[0], &items[1], single);
    SLIST_INSERT_HEAD(&s, &items[2], single);
    LIST_INSERT_HEAD(&l, &items[0], list);
    LIST_INSERT_AFTER(&items[0], &items[1], list);
    LIST_INSERT_BEFORE(&items[1], &items[2], list);
    LIST_INSERT_HEAD(&l, &items[3], list);
    STAILQ_INSERT_TAIL(&q, &items[0], queue);
    STAILQ_INSERT_TAIL(&q, &items[1], queue);
    STAILQ_INSERT_HEAD(&q, &items[2], queue);
    TAILQ_INSERT_TAIL(&t, &items[0], tail);
    TAILQ_INSERT_TAIL(&t, &items[1], tail);
    TAILQ_INSERT_HEAD(&t, &items[2], tail);
    TAILQ_INSERT_AFTER(&t, &items[1], &items[3], tail);
    TAILQ_INSERT_BEFORE(&items[0], &items[4], tail);
    shown(&s, &l, &q, &t);
    SLIST_REMOVE(&s, &items[0], item, single);
    LIST_REMOVE(&items[2], list);
    STAILQ_REMOVE_HEAD(&q, queue);
    TAILQ_REMOVE(&t, &items[3], tail);
    TAILQ_REMOVE(&t, &items[4], tail);
    shown(&s, &l, &q, &t);
    printf("%d %d %d %d\n", SLIST_EMPTY(&s), LIST_EMPTY(&l), STAILQ_EMPTY(&q), TAILQ_EMPTY(&t));
    float f = 2;
    printf("%zu %zu %zu %zu\n", sizeof sqrt(f), sizeof sqrt(2.0), sizeof sqrt(2), sizeof pow(f, f));
    printf("%zu %zu %g %g\n", sizeof pow(f, 2.0), sizeof pow(f, 2), (double)pow(f, 3), floor(2.5));
    fenv_t environment;
    printf("%d %d %d %d\n", fegetround(), fesetround(FE_TONEAREST), feclearexcept(FE_ALL_EXCEPT), fetestexcept(0));
    printf("%d %d %d %d\n", fegetenv(&environment), fesetenv(&environment), feholdexcept(&environment), feupdateenv(&environment));
    printf("%d\n", feraiseexcept(0));
    return EX_USAGE;
}
