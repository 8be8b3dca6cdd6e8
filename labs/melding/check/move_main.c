#include <klee/klee.h>

struct robot {
  int position, energy;
};

void move(struct robot *robot, int direction);

int main(void) {
  int position, energy, direction;
  klee_make_symbolic(&position, sizeof position, "position");
  klee_make_symbolic(&energy, sizeof energy, "energy");
  klee_make_symbolic(&direction, sizeof direction, "direction");
  klee_assume((position > -1000) & (position < 1000));
  klee_assume((energy > -1000) & (energy < 1000));
  struct robot robot = {position, energy};
  move(&robot, direction);
  int right = direction == 0;
  klee_assert(robot.position == position + 2 * right - 1); // direction 0 is one step to the right, any other to the left
  klee_assert(robot.energy == energy - 2 - right);         // a step to the right uses 3 units of energy, to the left 2
  return 0;
}
