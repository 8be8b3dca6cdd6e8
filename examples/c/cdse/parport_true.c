/*
 * The driver of a parallel port shared by several devices. A device requests the port, waits in a queue of capacity two if the
 * port is taken, negotiates a mode with its peripheral, transfers data, returns to compatibility mode, and releases the port to
 * the first device in the queue. Checked: the port has at most one owner, only the owner transfers, only compatibility mode
 * is left to the next owner, and the queue keeps its order.
 *
 * With -DBUG the port is released at once if a peripheral stops answering during a transfer.
 *
 *   symtool examples/c/cdse/parport_true.c --cdse --unwind 12
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { NOBODY = 0 };
enum { COMPATIBLE, NIBBLE, BYTE, EPP, ECP };
enum { PORT_FREE, PORT_TAKEN, NEGOTIATING, TRANSFER, TURNING, TERMINATING, RELEASING, DOWN };

static int state;
static int owner;
static int first;            /* the device that has waited longest */
static int second;
static int mode;
static int bytes_left;
static int timeouts;
static int asked;            /* devices that have ever been in the queue */
static int monitor_owner;    /* the device that may use the port */

static void take(int device) {
    if (monitor_owner != NOBODY)
        reach_error();
    if (mode != COMPATIBLE)
        reach_error();
    monitor_owner = device;
    owner = device;
    timeouts = 0;
}

static void give_up_port(void) {
    if (monitor_owner != owner)
        reach_error();
    monitor_owner = NOBODY;
    owner = NOBODY;
}

static int wait_in_line(int device) {
    if (first == NOBODY) {
        if (second != NOBODY)
            reach_error();
        first = device;
    } else if (second == NOBODY) {
        second = device;
    } else {
        return -1;
    }
    asked = asked + 1;
    return 0;
}

static void next_in_line(void) {
    if (first == NOBODY) {
        state = PORT_FREE;
        return;
    }
    take(first);
    first = second;
    second = NOBODY;
    state = PORT_TAKEN;
}

static int some_device(void) {
    int device = __VERIFIER_nondet_int();
    if (device == 1 || device == 2 || device == 3)
        return device;
    return NOBODY;
}

/* While a device owns the port, another device may request it and enter the queue. */
static void others_ask(void) {
    int device = some_device();
    if (device != NOBODY && device != owner && device != first && device != second)
        wait_in_line(device);
}

static void wires(void) {
    if (owner == NOBODY || monitor_owner != owner)
        reach_error();
}

static void negotiate(void) {
    int answer = __VERIFIER_nondet_int();
    wires();
    if (answer == 0) {
        if (++timeouts > 2)
            state = RELEASING;
        return;
    }
    if (answer == 1)
        mode = NIBBLE;
    else if (answer == 2)
        mode = BYTE;
    else if (answer == 3)
        mode = EPP;
    else if (answer == 4)
        mode = ECP;
    else {
        state = TRANSFER;
        bytes_left = 2;
        return;
    }
    bytes_left = mode == NIBBLE ? 1 : 2;
    state = mode == ECP ? TURNING : TRANSFER;
}

/* The mode ECP negotiates the direction of the transfer first. */
static void turn(void) {
    wires();
    if (mode != ECP)
        reach_error();
    if (__VERIFIER_nondet_int() < 0)
        state = TERMINATING;
    else
        state = TRANSFER;
}

static void transfer(void) {
    wires();
    if (__VERIFIER_nondet_int() < 0) {
        timeouts = timeouts + 1;
#ifdef BUG
        state = RELEASING;
#else
        state = mode == COMPATIBLE ? RELEASING : TERMINATING;
#endif
        return;
    }
    bytes_left = bytes_left - 1;
    if (bytes_left < 0)
        reach_error();
    if (bytes_left == 0)
        state = mode == COMPATIBLE ? RELEASING : TERMINATING;
}

static void terminate(void) {
    wires();
    if (mode == COMPATIBLE)
        reach_error();
    /* A peripheral that does not answer is reset, which also ends in compatibility mode. */
    mode = COMPATIBLE;
    state = RELEASING;
}

int main(void) {
    state = PORT_FREE;
    while (state != DOWN) {
        switch (state) {
        case PORT_FREE: {
            int device = some_device();
            if (device == NOBODY) {
                state = DOWN;
            } else {
                take(device);
                state = PORT_TAKEN;
            }
            break;
        }
        case PORT_TAKEN:
            others_ask();
            state = NEGOTIATING;
            break;
        case NEGOTIATING:
            negotiate();
            break;
        case TURNING:
            turn();
            break;
        case TRANSFER:
            transfer();
            break;
        case TERMINATING:
            others_ask();
            terminate();
            break;
        case RELEASING:
            give_up_port();
            next_in_line();
            break;
        default:
            reach_error();
        }
        if (second != NOBODY && first == NOBODY)
            reach_error();
        if (first != NOBODY && first == second)
            reach_error();
    }
    if (monitor_owner != NOBODY || mode != COMPATIBLE)
        reach_error();
    return 0;
}
