/* A robot moves one step: in direction 0 to the right, otherwise to the left. It uses 3 units of energy to the right
   and 2 units to the left. Both results are written to the robot. */
struct robot {
  int position, energy;
};

void move(struct robot *robot, int direction) {
  if (direction == 0) {
    robot->position = robot->position + 1;
    robot->energy = robot->energy - 3;
  } else {
    robot->position = robot->position - 1;
    robot->energy = robot->energy - 2;
  }
}
