/* Lists and queues as macros (BSD): LIST doubly linked, SLIST singly linked, STAILQ and SIMPLEQ singly linked with a
   tail, TAILQ doubly linked with a tail. CIRCLEQ is not provided. */
#ifndef _SYMTOOL_SYS_QUEUE_H
#define _SYMTOOL_SYS_QUEUE_H

#include <stddef.h>

/* SLIST */
#define SLIST_HEAD(name, type)                                                                     \
    struct name {                                                                                  \
        struct type *slh_first;                                                                    \
    }
#define SLIST_HEAD_INITIALIZER(head) {NULL}
#define SLIST_ENTRY(type)                                                                          \
    struct {                                                                                       \
        struct type *sle_next;                                                                     \
    }
#define SLIST_EMPTY(head) ((head)->slh_first == NULL)
#define SLIST_FIRST(head) ((head)->slh_first)
#define SLIST_NEXT(item, field) ((item)->field.sle_next)
#define SLIST_INIT(head) ((void)((head)->slh_first = NULL))
#define SLIST_FOREACH(item, head, field)                                                           \
    for ((item) = SLIST_FIRST(head); (item) != NULL; (item) = SLIST_NEXT(item, field))
#define SLIST_INSERT_AFTER(old, item, field)                                                       \
    do {                                                                                           \
        (item)->field.sle_next = (old)->field.sle_next;                                            \
        (old)->field.sle_next = (item);                                                            \
    } while (0)
#define SLIST_INSERT_HEAD(head, item, field)                                                       \
    do {                                                                                           \
        (item)->field.sle_next = (head)->slh_first;                                                \
        (head)->slh_first = (item);                                                                \
    } while (0)
#define SLIST_REMOVE_HEAD(head, field) ((void)((head)->slh_first = (head)->slh_first->field.sle_next))
#define SLIST_REMOVE(head, item, type, field)                                                      \
    do {                                                                                           \
        struct type **__place = &(head)->slh_first;                                                \
        while (*__place != (item))                                                                 \
            __place = &(*__place)->field.sle_next;                                                 \
        *__place = (item)->field.sle_next;                                                         \
    } while (0)

/* LIST */
#define LIST_HEAD(name, type)                                                                      \
    struct name {                                                                                  \
        struct type *lh_first;                                                                     \
    }
#define LIST_HEAD_INITIALIZER(head) {NULL}
#define LIST_ENTRY(type)                                                                           \
    struct {                                                                                       \
        struct type *le_next;                                                                      \
        struct type **le_prev;                                                                     \
    }
#define LIST_EMPTY(head) ((head)->lh_first == NULL)
#define LIST_FIRST(head) ((head)->lh_first)
#define LIST_NEXT(item, field) ((item)->field.le_next)
#define LIST_INIT(head) ((void)((head)->lh_first = NULL))
#define LIST_FOREACH(item, head, field)                                                            \
    for ((item) = LIST_FIRST(head); (item) != NULL; (item) = LIST_NEXT(item, field))
#define LIST_INSERT_HEAD(head, item, field)                                                        \
    do {                                                                                           \
        (item)->field.le_next = (head)->lh_first;                                                  \
        if ((head)->lh_first != NULL)                                                              \
            (head)->lh_first->field.le_prev = &(item)->field.le_next;                              \
        (head)->lh_first = (item);                                                                 \
        (item)->field.le_prev = &(head)->lh_first;                                                 \
    } while (0)
#define LIST_INSERT_AFTER(old, item, field)                                                        \
    do {                                                                                           \
        (item)->field.le_next = (old)->field.le_next;                                              \
        if ((old)->field.le_next != NULL)                                                          \
            (old)->field.le_next->field.le_prev = &(item)->field.le_next;                          \
        (old)->field.le_next = (item);                                                             \
        (item)->field.le_prev = &(old)->field.le_next;                                             \
    } while (0)
#define LIST_INSERT_BEFORE(old, item, field)                                                       \
    do {                                                                                           \
        (item)->field.le_prev = (old)->field.le_prev;                                              \
        (item)->field.le_next = (old);                                                             \
        *(old)->field.le_prev = (item);                                                            \
        (old)->field.le_prev = &(item)->field.le_next;                                             \
    } while (0)
#define LIST_REMOVE(item, field)                                                                   \
    do {                                                                                           \
        if ((item)->field.le_next != NULL)                                                         \
            (item)->field.le_next->field.le_prev = (item)->field.le_prev;                          \
        *(item)->field.le_prev = (item)->field.le_next;                                            \
    } while (0)

/* STAILQ, and SIMPLEQ with the same operations */
#define STAILQ_HEAD(name, type)                                                                    \
    struct name {                                                                                  \
        struct type *stqh_first;                                                                   \
        struct type **stqh_last;                                                                   \
    }
#define STAILQ_HEAD_INITIALIZER(head) {NULL, &(head).stqh_first}
#define STAILQ_ENTRY(type)                                                                         \
    struct {                                                                                       \
        struct type *stqe_next;                                                                    \
    }
#define STAILQ_EMPTY(head) ((head)->stqh_first == NULL)
#define STAILQ_FIRST(head) ((head)->stqh_first)
#define STAILQ_NEXT(item, field) ((item)->field.stqe_next)
#define STAILQ_INIT(head)                                                                          \
    do {                                                                                           \
        (head)->stqh_first = NULL;                                                                 \
        (head)->stqh_last = &(head)->stqh_first;                                                   \
    } while (0)
#define STAILQ_FOREACH(item, head, field)                                                          \
    for ((item) = STAILQ_FIRST(head); (item) != NULL; (item) = STAILQ_NEXT(item, field))
#define STAILQ_INSERT_HEAD(head, item, field)                                                      \
    do {                                                                                           \
        (item)->field.stqe_next = (head)->stqh_first;                                              \
        if ((item)->field.stqe_next == NULL)                                                       \
            (head)->stqh_last = &(item)->field.stqe_next;                                          \
        (head)->stqh_first = (item);                                                               \
    } while (0)
#define STAILQ_INSERT_TAIL(head, item, field)                                                      \
    do {                                                                                           \
        (item)->field.stqe_next = NULL;                                                            \
        *(head)->stqh_last = (item);                                                               \
        (head)->stqh_last = &(item)->field.stqe_next;                                              \
    } while (0)
#define STAILQ_REMOVE_HEAD(head, field)                                                            \
    do {                                                                                           \
        (head)->stqh_first = (head)->stqh_first->field.stqe_next;                                  \
        if ((head)->stqh_first == NULL)                                                            \
            (head)->stqh_last = &(head)->stqh_first;                                               \
    } while (0)
#define SIMPLEQ_HEAD STAILQ_HEAD
#define SIMPLEQ_HEAD_INITIALIZER STAILQ_HEAD_INITIALIZER
#define SIMPLEQ_ENTRY STAILQ_ENTRY
#define SIMPLEQ_EMPTY STAILQ_EMPTY
#define SIMPLEQ_FIRST STAILQ_FIRST
#define SIMPLEQ_NEXT STAILQ_NEXT
#define SIMPLEQ_INIT STAILQ_INIT
#define SIMPLEQ_FOREACH STAILQ_FOREACH
#define SIMPLEQ_INSERT_HEAD STAILQ_INSERT_HEAD
#define SIMPLEQ_INSERT_TAIL STAILQ_INSERT_TAIL
#define SIMPLEQ_REMOVE_HEAD STAILQ_REMOVE_HEAD

/* TAILQ */
#define TAILQ_HEAD(name, type)                                                                     \
    struct name {                                                                                  \
        struct type *tqh_first;                                                                    \
        struct type **tqh_last;                                                                    \
    }
#define TAILQ_HEAD_INITIALIZER(head) {NULL, &(head).tqh_first}
#define TAILQ_ENTRY(type)                                                                          \
    struct {                                                                                       \
        struct type *tqe_next;                                                                     \
        struct type **tqe_prev;                                                                    \
    }
#define TAILQ_EMPTY(head) ((head)->tqh_first == NULL)
#define TAILQ_FIRST(head) ((head)->tqh_first)
#define TAILQ_NEXT(item, field) ((item)->field.tqe_next)
/* The pointers of a head and of an entry have the same layout, so an entry can be accessed as a head. */
#define TAILQ_LAST(head, name) (*((struct name *)(head)->tqh_last)->tqh_last)
#define TAILQ_PREV(item, name, field) (*((struct name *)(item)->field.tqe_prev)->tqh_last)
#define TAILQ_INIT(head)                                                                           \
    do {                                                                                           \
        (head)->tqh_first = NULL;                                                                  \
        (head)->tqh_last = &(head)->tqh_first;                                                     \
    } while (0)
#define TAILQ_FOREACH(item, head, field)                                                           \
    for ((item) = TAILQ_FIRST(head); (item) != NULL; (item) = TAILQ_NEXT(item, field))
#define TAILQ_FOREACH_REVERSE(item, head, name, field)                                             \
    for ((item) = TAILQ_LAST(head, name); (item) != NULL; (item) = TAILQ_PREV(item, name, field))
#define TAILQ_INSERT_HEAD(head, item, field)                                                       \
    do {                                                                                           \
        (item)->field.tqe_next = (head)->tqh_first;                                                \
        if ((head)->tqh_first != NULL)                                                             \
            (head)->tqh_first->field.tqe_prev = &(item)->field.tqe_next;                           \
        else                                                                                       \
            (head)->tqh_last = &(item)->field.tqe_next;                                            \
        (head)->tqh_first = (item);                                                                \
        (item)->field.tqe_prev = &(head)->tqh_first;                                               \
    } while (0)
#define TAILQ_INSERT_TAIL(head, item, field)                                                       \
    do {                                                                                           \
        (item)->field.tqe_next = NULL;                                                             \
        (item)->field.tqe_prev = (head)->tqh_last;                                                 \
        *(head)->tqh_last = (item);                                                                \
        (head)->tqh_last = &(item)->field.tqe_next;                                                \
    } while (0)
#define TAILQ_INSERT_AFTER(head, old, item, field)                                                 \
    do {                                                                                           \
        (item)->field.tqe_next = (old)->field.tqe_next;                                            \
        if ((item)->field.tqe_next != NULL)                                                        \
            (item)->field.tqe_next->field.tqe_prev = &(item)->field.tqe_next;                      \
        else                                                                                       \
            (head)->tqh_last = &(item)->field.tqe_next;                                            \
        (old)->field.tqe_next = (item);                                                            \
        (item)->field.tqe_prev = &(old)->field.tqe_next;                                           \
    } while (0)
#define TAILQ_INSERT_BEFORE(old, item, field)                                                      \
    do {                                                                                           \
        (item)->field.tqe_prev = (old)->field.tqe_prev;                                            \
        (item)->field.tqe_next = (old);                                                            \
        *(old)->field.tqe_prev = (item);                                                           \
        (old)->field.tqe_prev = &(item)->field.tqe_next;                                           \
    } while (0)
#define TAILQ_REMOVE(head, item, field)                                                            \
    do {                                                                                           \
        if ((item)->field.tqe_next != NULL)                                                        \
            (item)->field.tqe_next->field.tqe_prev = (item)->field.tqe_prev;                       \
        else                                                                                       \
            (head)->tqh_last = (item)->field.tqe_prev;                                             \
        *(item)->field.tqe_prev = (item)->field.tqe_next;                                          \
    } while (0)

#endif
