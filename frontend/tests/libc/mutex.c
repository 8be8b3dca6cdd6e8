/* Mutexes in a single-threaded program. */
#include "support.h"
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t fixed = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void first(void)
{
    printf("once\n");
}

static void types(void)
{
    static const int types[] = {PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ERRORCHECK, 77};
    for (unsigned i = 0; i < COUNT(types); i++) {
        pthread_mutexattr_t attributes;
        pthread_mutex_t mutex;
        int type;
        printf("%d ", pthread_mutexattr_init(&attributes));
        printf("%d ", pthread_mutexattr_settype(&attributes, types[i]));
        printf("%d ", pthread_mutexattr_gettype(&attributes, &type));
        printf("%d ", type);
        printf("%d ", pthread_mutex_init(&mutex, &attributes));
        printf("%d ", pthread_mutexattr_destroy(&attributes));
        printf("%d ", pthread_mutex_lock(&mutex));
        if (type != PTHREAD_MUTEX_NORMAL)
            printf("%d ", pthread_mutex_lock(&mutex));
        printf("%d ", pthread_mutex_trylock(&mutex));
        printf("%d ", pthread_mutex_destroy(&mutex));
        for (int n = 0; n < (type == PTHREAD_MUTEX_NORMAL ? 1 : 4); n++)
            printf("%d ", pthread_mutex_unlock(&mutex));
        printf("%d\n", pthread_mutex_destroy(&mutex));
    }
}

static void semaphores(void)
{
    sem_t s;
    int value;
    printf("%d ", sem_init(&s, 0, 1));
    printf("%d ", sem_wait(&s));
    printf("%d ", sem_trywait(&s));
    printf("%d ", errno == EAGAIN);
    printf("%d ", sem_post(&s));
    printf("%d ", sem_post(&s));
    printf("%d ", sem_getvalue(&s, &value));
    printf("%d ", value);
    printf("%d ", sem_trywait(&s));
    printf("%d ", sem_destroy(&s));
    printf("%d ", sem_init(&s, 0, 0x80000000));
    printf("%d ", errno == EINVAL);
    printf("%d ", sem_init(&s, 0, 0x7fffffff));
    printf("%d ", sem_post(&s));
    printf("%d\n", errno == EOVERFLOW);
}

int main(void)
{
    types();
    semaphores();
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
