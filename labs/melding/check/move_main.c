#include <klee/klee.h>

struct robot {
  int position, energy;
};

void move(struct robot *robot, int direction);

int main(void) {
  struct robot robot, before;
  int direction;
  klee_make_symbolic(&robot, sizeof robot, "robot");
  klee_make_symbolic(&direction, sizeof direction, "direction");
  klee_assume((robot.position > -1000) & (robot.position < 1000));
  klee_assume((robot.energy > -1000) & (robot.energy < 1000));
  before = robot;
  move(&robot, direction);
  int right = direction == 0;
  klee_assert(robot.position == before.position + 2 * right - 1);
  klee_assert(robot.energy == before.energy - 2 - right);
  return 0;
}
