/* hcreate, hsearch, hdestroy (POSIX): a single table of keys and data. */
extern int errno;
void *calloc(unsigned long count, unsigned long size);
void free(void *block);
int strcmp(const char *a, const char *b);

typedef struct {
    char *key;
    void *data;
} ENTRY;

static ENTRY *table;
static unsigned long room, used;

int hcreate(unsigned long count)
{
    if (table != 0)
        return 0;
    room = count < 3 ? 3 : count;
    used = 0;
    table = calloc(room, sizeof *table);
    return table != 0;
}

void hdestroy(void)
{
    free(table);
    table = 0;
}

ENTRY *hsearch(ENTRY item, int enter)
{
    for (unsigned long i = 0; i < used; i++)
        if (strcmp(table[i].key, item.key) == 0)
            return &table[i];
    if (!enter) {
        errno = 3;
        return 0;
    }
    if (used == room) {
        errno = 12;
        return 0;
    }
    table[used] = item;
    return &table[used++];
}
