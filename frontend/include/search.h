/* Tables, trees and lists (POSIX). */
#ifndef _SYMTOOL_SEARCH_H
#define _SYMTOOL_SEARCH_H

#include <stddef.h>

typedef enum { FIND, ENTER } ACTION;
typedef struct entry {
    char *key;
    void *data;
} ENTRY;
typedef enum { preorder, postorder, endorder, leaf } VISIT;

int hcreate(size_t count);
void hdestroy(void);
ENTRY *hsearch(ENTRY item, ACTION action);
void *tsearch(const void *key, void **root, int (*compare)(const void *, const void *));
void *tfind(const void *key, void *const *root, int (*compare)(const void *, const void *));
void *tdelete(const void *restrict key, void **restrict root, int (*compare)(const void *, const void *));
void twalk(const void *root, void (*action)(const void *node, VISIT which, int level));
void tdestroy(void *root, void (*release)(void *key));
void *lfind(const void *key, const void *base, size_t *count, size_t size, int (*compare)(const void *, const void *));
void *lsearch(const void *key, void *base, size_t *count, size_t size, int (*compare)(const void *, const void *));
void insque(void *element, void *before);
void remque(void *element);

#endif
