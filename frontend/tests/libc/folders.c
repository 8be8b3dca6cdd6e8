/* opendir, readdir, rewinddir and closedir, and the devices with endless contents. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const names[] = {"/tmp/symtool-folders-1", "/tmp/symtool-folders-2"};

/* Prints how often each expected entry occurs. The order of the entries and the other entries of /tmp are not known. */
static void list(DIR *folder)
{
    int counts[4] = {0}, files = 0;
    struct dirent *entry;
    errno = 0;
    while ((entry = readdir(folder)) != NULL) {
        counts[0] += strcmp(entry->d_name, ".") == 0;
        counts[1] += strcmp(entry->d_name, "..") == 0;
        for (int i = 0; i < 2; i++) {
            if (strcmp(entry->d_name, names[i] + 5) == 0) {
                counts[2 + i]++;
                files += entry->d_type == DT_REG;
            }
        }
    }
    printf("%d %d %d %d, %d files, %s\n", counts[0], counts[1], counts[2], counts[3], files, strerror(errno));
}

static void no_folder(const char *name)
{
    errno = 0;
    int fails = opendir(name) == NULL;
    printf("%d %s\n", fails, strerror(errno));
}

static void folders(void)
{
    for (int i = 0; i < 2; i++) {
        unlink(names[i]);
        int file = open(names[i], O_WRONLY | O_CREAT, 0600);
        printf("%d\n", file >= 0 && close(file) == 0);
    }
    DIR *folder = opendir("/tmp/");
    if (folder == NULL)
        return;
    list(folder);
    printf("%d\n", readdir(folder) == NULL);
    unlink(names[1]);
    rewinddir(folder);
    list(folder);
    printf("%d\n", closedir(folder));
    no_folder(names[0]);
    no_folder(names[1]);
    no_folder("");
    unlink(names[0]);
}

/* Removes the files while their directory is read. */
static void removal(void)
{
    for (int i = 0; i < 2; i++)
        close(open(names[i], O_WRONLY | O_CREAT, 0600));
    DIR *folder = opendir("/tmp");
    int removed = 0;
    struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        for (int i = 0; i < 2; i++)
            if (strcmp(entry->d_name, names[i] + 5) == 0)
                removed += unlink(names[i]) == 0;
    }
    printf("%d removed\n", removed);
    closedir(folder);
}

static void devices(void)
{
    unsigned char bytes[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    int zero = open("/dev/zero", O_RDWR);
    long got = (long)read(zero, bytes, 6), put = (long)write(zero, bytes, 8);
    printf("%ld %ld\n", got, put);
    for (int i = 0; i < 8; i++)
        printf("%d", bytes[i]);
    printf(" %d\n", close(zero));
    FILE *stream = fopen("/dev/zero", "rb");
    int first = fgetc(stream);
    size_t count = fread(bytes, 4, 2, stream);
    printf("%d %zu %d\n", first, count, bytes[7]);
    fclose(stream);
    int random = open("/dev/urandom", O_RDONLY);
    printf("%ld\n", (long)read(random, bytes, sizeof bytes));
    close(random);
    struct stat about;
    int described = stat("/dev/zero", &about);
    printf("%d %d\n", described, S_ISCHR(about.st_mode));
}

int main(void)
{
    folders();
    removal();
    devices();
    return 0;
}
