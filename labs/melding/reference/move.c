struct robot {
  int position, energy;
};

void move(struct robot *robot, int direction) {
  int step;
  if (direction == 0)
    step = 1;
  else
    step = -1;
  robot->position = robot->position + step;
  robot->energy = robot->energy - 2 - (step > 0);
}
