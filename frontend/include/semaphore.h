/* Semaphores (POSIX) for a single thread: waiting for ever makes the run incomplete. */
#ifndef _SYMTOOL_SEMAPHORE_H
#define _SYMTOOL_SEMAPHORE_H

typedef union {
    char __size[32];
    long __align;
} sem_t;

#define SEM_FAILED ((sem_t *)0)

int sem_init(sem_t *semaphore, int shared, unsigned value);
int sem_destroy(sem_t *semaphore);
int sem_post(sem_t *semaphore);
int sem_trywait(sem_t *semaphore);
int sem_wait(sem_t *semaphore);
int sem_getvalue(sem_t *restrict semaphore, int *restrict value);

#endif
