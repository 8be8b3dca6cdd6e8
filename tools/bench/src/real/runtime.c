/* Runs a program natively on a test case: the inputs are the objects of the file that KTEST_FILE names, in KLEE's format.
 * A run that fails, or that takes longer than two seconds, also writes its coverage. */
#include "klee/klee.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void __gcov_dump(void);

enum { MOST = 4096 };

static struct {
  char *name;
  unsigned char *bytes;
  size_t size;
} inputs[MOST];
static size_t count;

static void end(void) {
  __gcov_dump();
  _exit(0);
}

static void stopped(int number) {
  signal(number, SIG_DFL);
  signal(SIGALRM, SIG_DFL);
  alarm(2); /* if the coverage cannot be written, the run is killed */
  end();
}

static unsigned long number(FILE *file) {
  unsigned char b[4] = {0};
  if (fread(b, 1, sizeof b, file) != sizeof b)
    return 0;
  return (unsigned long)b[0] << 24 | b[1] << 16 | b[2] << 8 | b[3];
}

static char *string(FILE *file, size_t *size) {
  *size = number(file);
  char *text = calloc(*size + 1, 1);
  if (!text || fread(text, 1, *size, file) != *size)
    _exit(1);
  return text;
}

/* Reads the test case and prepares for failures, before `main`. */
__attribute__((constructor)) static void start(void) {
  static char stack[65536];
  stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  int signals[] = {SIGALRM, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  sigaltstack(&other, 0);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    struct sigaction action = {.sa_handler = stopped, .sa_flags = SA_ONSTACK | SA_NODEFER};
    sigaction(signals[i], &action, 0);
  }
  alarm(2);
  const char *path = getenv("KTEST_FILE");
  FILE *file = path ? fopen(path, "rb") : 0;
  char magic[5];
  size_t size;
  if (!file || fread(magic, 1, 5, file) != 5)
    return;
  number(file); /* the version */
  for (unsigned long n = number(file); n > 0; n--)
    free(string(file, &size));
  number(file);
  number(file);
  unsigned long all = number(file);
  for (count = 0; count < all && count < MOST; count++) {
    inputs[count].name = string(file, &size);
    inputs[count].bytes = (unsigned char *)string(file, &inputs[count].size);
  }
  fclose(file);
}

/* The second input with the name `x` is called `x_1` in a test case, and so on. */
void klee_make_symbolic(void *object, size_t size, const char *name) {
  static char used[MOST][64];
  static size_t uses;
  char own[96];
  size_t before = 0;
  for (size_t i = 0; i < uses; i++)
    before += strncmp(used[i], name, 63) == 0;
  if (uses < MOST)
    strncpy(used[uses++], name, 63);
  snprintf(own, sizeof own, before ? "%s_%zu" : "%s", name, before);
  memset(object, 0, size);
  for (size_t i = 0; i < count; i++)
    if (strcmp(inputs[i].name, own) == 0)
      memcpy(object, inputs[i].bytes, size < inputs[i].size ? size : inputs[i].size);
}

void klee_assume(uintptr_t condition) {
  if (!condition)
    end();
}

int klee_int(const char *name) {
  int value;
  klee_make_symbolic(&value, sizeof value, name);
  return value;
}

int klee_range(int first, int after, const char *name) {
  int value = klee_int(name);
  klee_assume(first <= value && value < after);
  return value;
}
