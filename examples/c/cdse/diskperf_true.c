/*
 * A filter driver above a disk driver that counts requests: it passes every request of the file system to the disk driver,
 * and measures reads and writes in completion routines, which run at a raised interrupt level, at once or later. Checked: the
 * spin lock is acquired and released alternately and at the right level, no request is lost or counted twice,
 * paged code is called only at the passive level, and the device is not removed while requests are pending.
 *
 * With -DBUG the counters are disabled between a request and its completion, which then does not release the lock.
 *
 *   symtool examples/c/cdse/diskperf_true.c --cdse --unwind 10
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { PASSIVE, APC, DISPATCH, DEVICE };
enum { READ, WRITE, FLUSH, CONTROL, PNP_START, PNP_REMOVE, WMI_ON, WMI_OFF };
enum { SUCCESS = 0, PENDING = 0x103, REFUSED = -1 };

static int irql;
static int saved_irql;
static int locked;
static int counting;
static int started;
static int removed;

/* `depth`, `reads` and `writes` are the driver's counters; `under_way` and `really_done` are the real numbers (monitor). */
static int depth;
static int under_way;
static int reads;
static int writes;
static int really_done;

static void acquire(void) {
    if (locked)
        reach_error();
    if (irql > DISPATCH)
        reach_error();
    saved_irql = irql;
    irql = DISPATCH;
    locked = 1;
}

static void release(void) {
    if (!locked)
        reach_error();
    locked = 0;
    irql = saved_irql;
}

static void paged_code(void) {
    if (irql != PASSIVE)
        reach_error();
}

/* The completion routine of a request; it runs at the raised interrupt level. */
static void completion(int write, int was_counting) {
    int before = irql;
    irql = DISPATCH;
    if (was_counting) {
        acquire();
        depth--;
        if (counting || !counting) {
            if (write)
                writes++;
            else
                reads++;
        }
#ifdef BUG
        if (!counting) {
            irql = before;
            under_way--;
            really_done++;
            return;
        }
#endif
        release();
    }
    under_way--;
    really_done++;
    irql = before;
}

static int pending_write = -1;
static int pending_counted;

static int read_write(int write) {
    int counted = counting;
    if (counted) {
        acquire();
        depth++;
        release();
    }
    under_way++;
    if (under_way > 2)
        reach_error();
    if (__VERIFIER_nondet_int() && pending_write < 0) {
        pending_write = write;
        pending_counted = counted;
        return PENDING;
    }
    completion(write, counted);
    return SUCCESS;
}

/* The disk completes a request that was pending. */
static void disk_interrupt(void) {
    int write = pending_write;
    if (write < 0)
        return;
    pending_write = -1;
    completion(write, pending_counted);
}

static int start(void) {
    paged_code();
    if (__VERIFIER_nondet_int() < 0)
        return REFUSED;
    started = 1;
    return SUCCESS;
}

static int remove(void) {
    paged_code();
    /* Waits for pending requests. */
    disk_interrupt();
    if (under_way != 0)
        reach_error();
    started = 0;
    removed = 1;
    return SUCCESS;
}

static int switch_counting(int on) {
    paged_code();
    acquire();
    if (on && !counting) {
        reads = 0;
        writes = 0;
        really_done = 0;
    }
    counting = on;
    release();
    return SUCCESS;
}

static int flush(void) {
    paged_code();
    return __VERIFIER_nondet_int() < 0 ? REFUSED : SUCCESS;
}

static int control(void) {
    int sum;
    acquire();
    sum = reads + writes;
    release();
    if (sum < 0)
        reach_error();
    return sum;
}

static int dispatch(int kind) {
    switch (kind) {
    case READ:
    case WRITE:
        if (!started)
            return REFUSED;
        return read_write(kind == WRITE);
    case FLUSH:
        return flush();
    case CONTROL:
        return control();
    case PNP_START:
        return start();
    case PNP_REMOVE:
        return remove();
    case WMI_ON:
        return switch_counting(1);
    case WMI_OFF:
        return switch_counting(0);
    default:
        return REFUSED;
    }
}

int main(void) {
    int budget = 6;
    irql = PASSIVE;
    while (!removed && budget > 0) {
        budget--;
        if (__VERIFIER_nondet_int())
            disk_interrupt();
        else
            dispatch(__VERIFIER_nondet_int());
        if (locked)
            reach_error();
        if (irql != PASSIVE)
            reach_error();
        if (depth < 0 || under_way < 0)
            reach_error();
    }
    return 0;
}
