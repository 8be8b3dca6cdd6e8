/* Mutexes in a single-threaded program. */
#include "support.h"
#include <pthread.h>

static pthread_mutex_t fixed = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void first(void)
{
    printf("once\n");
}

int main(void)
{
    pthread_mutex_t made;
    printf("%d\n", pthread_mutex_init(&made, NULL));
    pthread_mutex_t *const all[] = {&fixed, &made};
    for (unsigned i = 0; i < COUNT(all); i++) {
        printf("%d ", pthread_mutex_lock(all[i]));
        printf("%d ", pthread_mutex_trylock(all[i]));
        printf("%d ", pthread_mutex_unlock(all[i]));
        printf("%d ", pthread_mutex_trylock(all[i]));
        printf("%d ", pthread_mutex_destroy(all[i]));
        printf("%d ", pthread_mutex_unlock(all[i]));
        printf("%d\n", pthread_mutex_destroy(all[i]));
    }
    printf("%d\n", pthread_once(&once, first));
    printf("%d\n", pthread_once(&once, first));
    printf("%d\n", pthread_equal(pthread_self(), pthread_self()) != 0);
    return 0;
}
