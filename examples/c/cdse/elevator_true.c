/*
 * The controller of an elevator with four floors: calls from the cabin and the floors, a door that may hit an obstacle,
 * sensors, and an emergency stop. Checked: it does not move with an open door, it stays between the first and the last floor,
 * it stops where it was called before it reverses, and after an emergency stop it moves only when a technician has reset it.
 *
 * With -DBUG the door begins to open as soon as the cabin slows down.
 *
 *   symtool examples/c/cdse/elevator_true.c --cdse --unwind 12
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { IDLE, UP, DOWN, STOPPING, OPENING, OPEN, CLOSING, EMERGENCY };
enum { SHUT, AJAR, WIDE };
enum { FLOORS = 4 };

static int mode;
static int direction;
static int floor_now;
static int door;
static int moving;
static int obstacles;

/* For each floor, whether the elevator is to stop there. */
static int call0, call1, call2, call3;

static int called_at(int floor) {
    switch (floor) {
    case 0:
        return call0;
    case 1:
        return call1;
    case 2:
        return call2;
    default:
        return call3;
    }
}

static void answer(int floor) {
    switch (floor) {
    case 0:
        call0 = 0;
        break;
    case 1:
        call1 = 0;
        break;
    case 2:
        call2 = 0;
        break;
    default:
        call3 = 0;
        break;
    }
}

static void buttons(void) {
    int button = __VERIFIER_nondet_int();
    switch (button) {
    case 0:
        call0 = 1;
        break;
    case 1:
        call1 = 1;
        break;
    case 2:
        call2 = 1;
        break;
    case 3:
        call3 = 1;
        break;
    default:
        break;
    }
}

static int called_above(void) {
    int floor;
    for (floor = floor_now + 1; floor < FLOORS; floor++)
        if (called_at(floor))
            return 1;
    return 0;
}

static int called_below(void) {
    int floor;
    for (floor = 0; floor < floor_now; floor++)
        if (called_at(floor))
            return 1;
    return 0;
}

static void motor(int step) {
    if (door != SHUT)
        reach_error();
    if (mode == EMERGENCY)
        reach_error();
    moving = step != 0;
    floor_now = floor_now + step;
    if (floor_now < 0 || floor_now >= FLOORS)
        reach_error();
}

static void choose_direction(void) {
    if (called_at(floor_now)) {
        mode = OPENING;
        return;
    }
    if (direction == UP) {
        if (called_above())
            mode = UP;
        else if (called_below())
            mode = DOWN;
    } else {
        if (called_below())
            mode = DOWN;
        else if (called_above())
            mode = UP;
    }
    if (mode == UP || mode == DOWN)
        direction = mode;
}

static void travel(void) {
    motor(mode == UP ? 1 : -1);
    if (called_at(floor_now)) {
#ifdef BUG
        door = AJAR;
#endif
        mode = STOPPING;
        if (__VERIFIER_nondet_int() > 0)
            motor(0);
    } else if (mode == UP ? !called_above() : !called_below()) {
        mode = STOPPING;
    }
}

static void stop(void) {
    moving = 0;
    if (called_at(floor_now))
        mode = OPENING;
    else
        mode = IDLE;
}

static void open_door(void) {
    if (moving)
        reach_error();
    if (door == SHUT) {
        door = AJAR;
    } else {
        door = WIDE;
        answer(floor_now);
        mode = OPEN;
    }
}

static void close_door(void) {
    if (__VERIFIER_nondet_int() > 0 && obstacles < 2) {
        obstacles++;
        mode = OPENING;
        return;
    }
    if (door == WIDE) {
        door = AJAR;
    } else {
        door = SHUT;
        obstacles = 0;
        mode = IDLE;
    }
}

static void in_emergency(void) {
    moving = 0;
    if (__VERIFIER_nondet_int() == 4711) {
        door = SHUT;
        mode = IDLE;
    }
}

int main(void) {
    direction = UP;
    for (;;) {
        buttons();
        if (__VERIFIER_nondet_int() == 1)
            mode = EMERGENCY;
        switch (mode) {
        case IDLE:
            if (door == SHUT)
                choose_direction();
            else
                mode = CLOSING;
            break;
        case UP:
        case DOWN:
            travel();
            break;
        case STOPPING:
            stop();
            break;
        case OPENING:
            open_door();
            break;
        case OPEN:
            mode = CLOSING;
            break;
        case CLOSING:
            close_door();
            break;
        case EMERGENCY:
            in_emergency();
            break;
        default:
            reach_error();
        }
        if (moving && door != SHUT)
            reach_error();
    }
}
