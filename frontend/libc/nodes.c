/* Files and their names: a flat set in the root directory, which is the working directory. A directory exists if it is
   a prefix of a file's name. */
#include "internal/io.h"

extern struct __symtool_node *__symtool_files;

/* Normalizes a name: `/./a//b` becomes `a/b`. The result is a library-owned block. */
char *__symtool_plain_name(const char *name)
{
    char *plain = __symtool_library_block(strlen(name) + 2);
    unsigned long n = 0;
    const char *s = name;
    while (*s != 0) {
        if (*s == '/') {
            s++;
        } else if (s[0] == '.' && (s[1] == '/' || s[1] == 0)) {
            s++;
        } else {
            if (n > 0)
                plain[n++] = '/';
            while (*s != 0 && *s != '/')
                plain[n++] = *s++;
        }
    }
    plain[n] = 0;
    return plain;
}

/* Returns the file with this name, or null. */
struct __symtool_node *__symtool_find(const char *name)
{
    char *plain = __symtool_plain_name(name);
    for (struct __symtool_node *node = __symtool_files; node != 0; node = node->next)
        if (node->name != 0 && strcmp(node->name, plain) == 0)
            return node;
    return __symtool_find_device(plain);
}

/* Returns whether there is a file below the directory with this normalized name. */
static int has_files(const char *plain, unsigned long n)
{
    if (n == 0 || (n == 3 && strncmp(plain, "tmp", 3) == 0) || (n == 3 && strncmp(plain, "dev", 3) == 0))
        return 1;
    for (struct __symtool_node *node = __symtool_files; node != 0; node = node->next)
        if (node->name != 0 && strncmp(node->name, plain, n) == 0 && node->name[n] == '/')
            return 1;
    return 0;
}

int __symtool_is_folder(const char *name)
{
    char *plain = __symtool_plain_name(name);
    return has_files(plain, strlen(plain));
}

/* Returns whether the directory that would contain a file of this name exists. */
int __symtool_folder_exists_for(const char *name)
{
    char *plain = __symtool_plain_name(name);
    unsigned long n = strlen(plain);
    while (n > 0 && plain[n] != '/')
        n--;
    return has_files(plain, n);
}

/* Returns whether a file or folder of this name exists. Sets errno if not. */
int __symtool_exists(const char *name)
{
    if (__symtool_find(name) != 0 || (*name != 0 && __symtool_is_folder(name)))
        return 1;
    errno = SYMTOOL_ENOENT;
    return 0;
}

/* Returns whether a name relative to a folder descriptor can be used without the folder: it is absolute, or the folder is
   the working directory (AT_FDCWD). Sets errno if not. symtool has no other folder descriptors. */
int __symtool_is_plain_at(int folder, const char *name)
{
    if (folder == SYMTOOL_WORKING_FOLDER || *name == '/')
        return 1;
    if (__symtool_opened(folder) != 0)
        errno = SYMTOOL_ENOTDIR;
    return 0;
}

/* Creates an empty file. If the name is null, the file has no name. */
struct __symtool_node *__symtool_new_node(const char *name, int mode)
{
    struct __symtool_node *node = __symtool_library_block(sizeof *node);
    node->next = __symtool_files;
    node->name = name == 0 ? 0 : __symtool_plain_name(name);
    node->mode = (mode & 0777) | SYMTOOL_MODE_SET;
    __symtool_files = node;
    return node;
}

/* Returns the permission bits of a file. */
int __symtool_permissions(struct __symtool_node *node)
{
    return node->mode == 0 ? 0644 : node->mode & 07777;
}

/* Reserves space for `room` bytes. */
int __symtool_reserve(struct __symtool_node *node, unsigned long room)
{
    unsigned long wanted = node->room < 64 ? 64 : node->room;
    unsigned char *bytes;
    if (room <= node->room)
        return 0;
    while (wanted < room)
        wanted *= 2;
    bytes = __symtool_library_block(wanted);
    if (bytes == 0)
        return -1;
    if (node->size > 0)
        memcpy(bytes, node->bytes, node->size);
    node->bytes = bytes;
    node->room = wanted;
    return 0;
}

/* Makes the contents of a symbolic file a symbolic input, on the first access to the file. */
void __symtool_settle(struct __symtool_node *node)
{
    const char *input = node->input;
    if (input == 0)
        return;
    node->input = 0;
    if (node->size > 0)
        klee_make_symbolic(node->bytes, node->size, input);
    if (node->least < node->size) {
        int most = (int)node->size;
        int length = klee_range((int)node->least, most + 1, node->length_input);
        int known = (int)node->least;
        while (known < length)
            known++;
        node->size = (unsigned long)known;
    }
}
