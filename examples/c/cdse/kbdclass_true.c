/*
 * A class driver for keyboards: a read waits until the port driver reports keys, unless it is canceled or the device is removed.
 * Cancellation and completion race for a request; the spin lock orders them. Checked: a read is completed exactly once, the
 * lock is free whenever control leaves the driver, the queue of keys never exceeds its capacity, and no request waits
 * for a removed device.
 *
 * With -DBUG the service callback completes the read without removing its cancel routine first.
 *
 *   symtool examples/c/cdse/kbdclass_true.c --cdse --unwind 10
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { CLOSED, TRUSTED, WAITING, CANCELLING, SURPRISE, GONE };
enum { QUEUE = 3 };

static int state;
static int lock_held;
static int keys;             /* number of keys in the queue */
static int lost_keys;
static int read_pending;
static int cancel_armed;     /* whether the read has a cancel routine */
static int completions;      /* completions of the current read */
static int reads;            /* number of reads begun */
static int finished;         /* number of reads completed */
static int lights;

static void acquire(void) {
    if (lock_held)
        reach_error();
    lock_held = 1;
}

static void release(void) {
    if (!lock_held)
        reach_error();
    lock_held = 0;
}

static void complete_read(void) {
    if (lock_held)
        reach_error();
    completions = completions + 1;
    if (completions > 1)
        reach_error();
    finished = finished + 1;
    read_pending = 0;
}

/* The cancel routine: the system calls it to cancel a read for which it is installed. */
static void cancel_routine(void) {
    acquire();
    cancel_armed = 0;
    release();
    complete_read();
}

/* Removes the cancel routine; returns whether it was installed. */
static int disarm(void) {
    int was = cancel_armed;
    if (!lock_held)
        reach_error();
    cancel_armed = 0;
    return was;
}

static int begin_read(void) {
    acquire();
    completions = 0;
    reads = reads + 1;
    if (keys > 0) {
        keys = keys - 1;
        release();
        complete_read();
        return TRUSTED;
    }
    read_pending = 1;
    cancel_armed = 1;
    release();
    return WAITING;
}

/* The port driver reports keys; this function runs at a raised interrupt level. */
static int service_callback(void) {
    int count = __VERIFIER_nondet_int();
    int mine;
    if (count <= 0)
        return state;
    acquire();
    if (read_pending) {
#ifdef BUG
        mine = 1;
#else
        mine = disarm();
#endif
        if (count > 1 && keys < QUEUE)
            keys = keys + 1;
        release();
        if (mine)
            complete_read();
#ifdef BUG
        if (cancel_armed && count > 2)
            cancel_routine();
#endif
        return TRUSTED;
    }
    if (keys < QUEUE)
        keys = keys + 1;
    else
        lost_keys = 1;
    if (keys > QUEUE)
        reach_error();
    release();
    return state;
}

/* Sets the lights for caps, num and scroll lock through the port driver, which may refuse. */
static void set_lights(void) {
    int wanted = __VERIFIER_nondet_int();
    int bit;
    for (bit = 0; bit < 3; bit++) {
        if (wanted & (1 << bit)) {
            if (__VERIFIER_nondet_int() < 0)
                return;
            lights = lights | (1 << bit);
        }
    }
    if (lights > 7)
        reach_error();
}

static int open_device(void) {
    if (__VERIFIER_nondet_int() <= 0)
        return GONE;
    keys = 0;
    return TRUSTED;
}

/* Fails the pending read, so that no read is pending afterwards. */
static int cleanup(void) {
    int mine = 0;
    acquire();
    if (read_pending)
        mine = disarm();
    keys = 0;
    release();
    if (mine)
        complete_read();
    if (read_pending)
        reach_error();
    return GONE;
}

static int in_trusted(void) {
    int request = __VERIFIER_nondet_int();
    if (request == 3)
        return begin_read();
    if (request == 14) {
        set_lights();
        return TRUSTED;
    }
    if (request == 2)
        return SURPRISE;
    return service_callback();
}

static int in_waiting(void) {
    int event = __VERIFIER_nondet_int();
    if (event == 1)
        return CANCELLING;
    if (event == 2)
        return SURPRISE;
    return service_callback();
}

int main(void) {
    state = CLOSED;
    while (state != GONE) {
        switch (state) {
        case CLOSED:
            state = open_device();
            break;
        case TRUSTED:
            state = in_trusted();
            break;
        case WAITING:
            state = in_waiting();
            break;
        case CANCELLING:
            if (cancel_armed)
                cancel_routine();
            state = TRUSTED;
            break;
        case SURPRISE:
            state = cleanup();
            break;
        default:
            reach_error();
        }
        if (lock_held)
            reach_error();
        if (state == TRUSTED && read_pending)
            reach_error();
    }
    if (reads != finished)
        reach_error();
    return 0;
}
