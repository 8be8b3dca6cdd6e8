// run: explore --plain --verify
// options: --sym-file dir/sub/data 2
// The directories in the name of a symbolic file exist. All paths to the file lead to the same node.
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  struct stat of, again;
  assert(stat("dir/sub/data", &of) == 0 && S_ISREG(of.st_mode) && of.st_size == 2);
  assert(stat("/dir/./sub/../sub", &again) == 0 && S_ISDIR(again.st_mode) && again.st_ino != of.st_ino);
  assert(chdir("dir") == 0 && symlink("sub/data", "link") == 0);
  assert(stat("link", &again) == 0 && again.st_ino == of.st_ino);
  DIR *folder = opendir("sub");
  int found = 0;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
    found += strcmp(entry->d_name, "data") == 0 && entry->d_ino == of.st_ino;
  assert(found == 1);
  char byte;
  return read(open("link", O_RDONLY), &byte, 1) == 1 && byte == 'x';
}
