/* tsearch, tfind, tdelete, twalk, tdestroy (POSIX, GNU): an unbalanced binary search tree; POSIX specifies only the
   order of keys. */
void *malloc(unsigned long size);
void free(void *block);

struct node {
    const void *key;
    struct node *left, *right;
};
typedef int compare_keys(const void *, const void *);
enum visit { preorder, postorder, endorder, leaf };

/* Returns the address of the pointer to the key's node, or of the null pointer at which a node would be inserted. */
static struct node **place(const void *key, struct node **root, compare_keys *compare)
{
    while (*root != 0) {
        int order = compare(key, (*root)->key);
        if (order == 0)
            break;
        root = order < 0 ? &(*root)->left : &(*root)->right;
    }
    return root;
}

void *tsearch(const void *key, void **root, compare_keys *compare)
{
    if (root == 0)
        return 0;
    struct node **at = place(key, (struct node **)root, compare);
    if (*at == 0) {
        struct node *node = malloc(sizeof *node);
        if (node == 0)
            return 0;
        node->key = key;
        node->left = node->right = 0;
        *at = node;
    }
    return *at;
}

void *tfind(const void *key, void *const *root, compare_keys *compare)
{
    return root == 0 ? 0 : *place(key, (struct node **)root, compare);
}

void *tdelete(const void *key, void **root, compare_keys *compare)
{
    struct node **at, *parent = (struct node *)root, *old;
    if (root == 0)
        return 0;
    at = (struct node **)root;
    while (*at != 0) {
        int order = compare(key, (*at)->key);
        if (order == 0)
            break;
        parent = *at;
        at = order < 0 ? &(*at)->left : &(*at)->right;
    }
    old = *at;
    if (old == 0)
        return 0;
    if (old->left == 0 || old->right == 0) {
        *at = old->left != 0 ? old->left : old->right;
    } else {
        /* Replace the deleted node by the node with the next larger key. */
        struct node **next = &old->right, *heir;
        while ((*next)->left != 0)
            next = &(*next)->left;
        heir = *next;
        *next = heir->right;
        heir->left = old->left;
        heir->right = old->right;
        *at = heir;
    }
    free(old);
    return parent;
}

static void walk(const struct node *node, void (*action)(const void *, enum visit, int), int level)
{
    if (node->left == 0 && node->right == 0) {
        action(node, leaf, level);
        return;
    }
    action(node, preorder, level);
    if (node->left != 0)
        walk(node->left, action, level + 1);
    action(node, postorder, level);
    if (node->right != 0)
        walk(node->right, action, level + 1);
    action(node, endorder, level);
}

void twalk(const void *root, void (*action)(const void *, enum visit, int))
{
    if (root != 0 && action != 0)
        walk(root, action, 0);
}

void tdestroy(void *root, void (*release)(void *))
{
    struct node *node = root;
    if (node == 0)
        return;
    tdestroy(node->left, release);
    tdestroy(node->right, release);
    release((void *)node->key);
    free(node);
}
