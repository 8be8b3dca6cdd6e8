/* The user who runs the program, and random bytes. */
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

unsigned arc4random(void);
void arc4random_buf(void *to, size_t size);
unsigned arc4random_uniform(unsigned bound);

int main(void)
{
    struct passwd *user = getpwuid(getuid());
    printf("%d\n", user == NULL || (user->pw_uid == getuid() && user->pw_name[0] != 0 && user->pw_dir[0] == '/'));
    if (user != NULL) {
        struct passwd *same = getpwnam(user->pw_name);
        printf("%d\n", same != NULL && same->pw_uid == getuid());
    }
    struct group *group = getgrgid(getgid());
    printf("%d\n", group == NULL || group->gr_gid == getgid());
    if (group != NULL) {
        struct group *same = getgrnam(group->gr_name);
        printf("%d\n", same != NULL && same->gr_gid == getgid());
    }
    printf("%d %d\n", getpwnam("no such user") == NULL, getgrnam("no such group") == NULL);
    char bytes[300];
    printf("%ld", (long)getrandom(bytes, 4, 0));
    printf(" %ld", (long)getrandom(bytes, 4, 1u << 30));
    printf(" %d\n", errno == EINVAL);
    printf("%d", getentropy(bytes, 4));
    printf(" %d", getentropy(bytes, sizeof bytes));
    printf(" %d\n", errno == EIO);
    arc4random_buf(bytes, 4);
    volatile unsigned any = arc4random();
    (void)any;
    printf("%d %d\n", arc4random_uniform(5) < 5, arc4random_uniform(1));
    return 0;
}
