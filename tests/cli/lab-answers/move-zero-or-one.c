// lab melding, file move.c, task one-select, expected passed: selects 0 or 1
struct robot {
  int position, energy;
};

void move(struct robot *robot, int direction) {
  int d = direction ? 0 : 1;
  robot->position = robot->position - 1 + d + d;
  robot->energy = robot->energy - 2 - d;
}
