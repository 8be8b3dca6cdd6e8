/*
 * A driver for floppy disks in the style of Windows' sample drivers: one request of the system is dispatched by its major
 * function, and is completed, passed on, or left pending while the device is stopped. The lower driver may accept or refuse
 * requests. Checked are the rules for requests: each is completed or passed on exactly once, only a pending
 * request returns STATUS_PENDING, no request is accessed after its completion, and no request is passed on before its
 * stack location was skipped or copied.
 *
 * With -DBUG a removal request that finds waiting requests is passed on although its stack location was neither skipped nor copied.
 *
 *   symtool examples/c/cdse/floppy_true.c --cdse --unwind 12
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define STATUS_SUCCESS 0
#define STATUS_PENDING 259
#define STATUS_MORE_PROCESSING (-1073741802)
#define STATUS_UNSUCCESSFUL (-1073741823)
#define STATUS_INVALID_REQUEST (-1073741808)
#define STATUS_INVALID_PARAMETER (-1073741811)
#define STATUS_NO_MEDIA (-1073741661)
#define STATUS_DELETE_PENDING (-1073741738)

enum major { MJ_CREATE = 0, MJ_CLOSE = 2, MJ_READ = 3, MJ_WRITE = 4, MJ_CONTROL = 14, MJ_POWER = 22, MJ_PNP = 27 };
enum minor { MN_START, MN_QUERY_REMOVE, MN_REMOVE, MN_CANCEL_REMOVE, MN_STOP, MN_QUERY_STOP, MN_CANCEL_STOP, MN_OTHER };
enum control { FORMAT_TRACKS = 1, CHECK_VERIFY, GET_GEOMETRY, GET_MEDIA_TYPES, SENSE };

/* The state of the request, by which the monitor checks the rules. */
enum fate { NEW, SKIPPED, COPIED, PASSED, DONE, PENDED };

static int fate;
static int pended;
static int completion_set;
static int lower_status;

struct extension {
    int started;
    int removed;
    int hold;          /* whether new requests must wait */
    int queued;        /* number of waiting requests */
    int media_changed;
    int write_protected;
    int motor_on;
    int open_count;
    int thread_refs;
};

static struct extension x;

static void skip_location(void) {
    if (fate != NEW)
        reach_error();
    fate = SKIPPED;
}

static void copy_location(void) {
    if (fate != NEW)
        reach_error();
    fate = COPIED;
}

static void set_completion(void) {
    if (fate != COPIED)
        reach_error();
    completion_set = 1;
}

static void complete_request(void) {
    if (fate == DONE || fate == PASSED)
        reach_error();
    fate = DONE;
}

static void mark_pending(void) {
    if (fate == DONE)
        reach_error();
    pended = 1;
}

/* The completion routine: the request returns to this driver. */
static int completed_below(void) {
    if (!completion_set)
        reach_error();
    fate = NEW;
    return STATUS_MORE_PROCESSING;
}

/* Passes the request to the lower driver; returns its status. */
static int call_driver(void) {
    int outcome = __VERIFIER_nondet_int();
    if (fate != SKIPPED && fate != COPIED)
        reach_error();
    if (fate == COPIED && !completion_set)
        reach_error();
    if (outcome == 0)
        lower_status = STATUS_SUCCESS;
    else if (outcome == 1)
        lower_status = STATUS_PENDING;
    else
        lower_status = STATUS_UNSUCCESSFUL;
    fate = PASSED;
    if (completion_set && lower_status != STATUS_PENDING)
        completed_below();
    return lower_status;
}

/* Passes a request to the lower driver and waits for its completion. Afterwards the request belongs to this driver again. */
static int call_and_wait(void) {
    int status;
    copy_location();
    set_completion();
    status = call_driver();
    if (status == STATUS_PENDING) {
        completed_below();
        status = __VERIFIER_nondet_int() >= 0 ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;
    }
    completion_set = 0;
    return status;
}

static int finish(int status) {
    complete_request();
    return status;
}

static int pass_on(void) {
    skip_location();
    return call_driver();
}

static int queue_request(void) {
    if (!x.hold)
        reach_error();
    mark_pending();
    fate = PENDED;
    x.queued++;
    return STATUS_PENDING;
}

static void fail_queue(void) {
    while (x.queued > 0)
        x.queued--;
}

static int start_device(void) {
    int status = call_and_wait();
    if (status >= 0) {
        int id = __VERIFIER_nondet_int();
        if (id < 0) {
            status = STATUS_UNSUCCESSFUL;
        } else {
            x.started = 1;
            x.hold = 0;
            x.media_changed = 1;
        }
    }
    return finish(status);
}

static int remove_device(void) {
    x.removed = 1;
    x.started = 0;
    x.hold = 0;
    if (x.queued > 0) {
        fail_queue();
#ifdef BUG
        return call_driver();
#endif
    }
    return pass_on();
}

static int query_stop(void) {
    if (x.open_count > 1)
        return finish(STATUS_UNSUCCESSFUL);
    x.hold = 1;
    return pass_on();
}

static int cancel_stop(void) {
    int status = call_and_wait();
    if (status >= 0) {
        x.hold = 0;
        fail_queue();
    }
    return finish(status);
}

static int pnp(int minor) {
    if (x.removed && minor != MN_REMOVE)
        return finish(STATUS_DELETE_PENDING);
    switch (minor) {
    case MN_START:
        return start_device();
    case MN_QUERY_REMOVE:
    case MN_QUERY_STOP:
        return query_stop();
    case MN_REMOVE:
        return remove_device();
    case MN_CANCEL_REMOVE:
    case MN_CANCEL_STOP:
        return cancel_stop();
    case MN_STOP:
        x.started = 0;
        return pass_on();
    default:
        return pass_on();
    }
}

static int power(void) {
    if (__VERIFIER_nondet_int() > 0)
        x.motor_on = 0;
    return pass_on();
}

/* Turns the motor on and checks, at most three times, whether a disk is present. */
static int check_media(void) {
    int attempt;
    x.motor_on = 1;
    for (attempt = 0; attempt < 3; attempt++) {
        int sense = __VERIFIER_nondet_int();
        if (sense == 0) {
            x.media_changed = 0;
            return STATUS_SUCCESS;
        }
        if (sense < 0)
            return STATUS_NO_MEDIA;
    }
    return STATUS_UNSUCCESSFUL;
}

static int transfer(int write) {
    int length = __VERIFIER_nondet_int();
    int offset = __VERIFIER_nondet_int();
    int status;
    if (length <= 0 || offset < 0 || (length & 511) || (offset & 511))
        return finish(STATUS_INVALID_PARAMETER);
    if (x.removed)
        return finish(STATUS_DELETE_PENDING);
    if (x.hold)
        return queue_request();
    if (!x.started)
        return finish(STATUS_UNSUCCESSFUL);
    if (x.media_changed) {
        status = check_media();
        if (status < 0)
            return finish(status);
    }
    if (write && x.write_protected)
        return finish(STATUS_INVALID_REQUEST);
    return pass_on();
}

static int control(int code) {
    int status = STATUS_INVALID_REQUEST;
    if (x.hold)
        return queue_request();
    switch (code) {
    case FORMAT_TRACKS:
        if (__VERIFIER_nondet_int() <= 0)
            status = STATUS_INVALID_PARAMETER;
        else if (x.write_protected)
            status = STATUS_INVALID_REQUEST;
        else
            status = check_media();
        break;
    case CHECK_VERIFY:
    case GET_GEOMETRY:
    case SENSE:
        status = check_media();
        break;
    case GET_MEDIA_TYPES:
        status = STATUS_SUCCESS;
        break;
    default:
        return pass_on();
    }
    return finish(status);
}

static int dispatch(int major) {
    switch (major) {
    case MJ_CREATE:
        x.open_count++;
        return finish(STATUS_SUCCESS);
    case MJ_CLOSE:
        if (x.open_count > 0)
            x.open_count--;
        return finish(STATUS_SUCCESS);
    case MJ_READ:
        return transfer(0);
    case MJ_WRITE:
        return transfer(1);
    case MJ_CONTROL:
        return control(__VERIFIER_nondet_int());
    case MJ_POWER:
        return power();
    case MJ_PNP:
        return pnp(__VERIFIER_nondet_int());
    default:
        return finish(STATUS_INVALID_REQUEST);
    }
}

static void one_request(void) {
    int status;
    fate = NEW;
    pended = 0;
    completion_set = 0;
    status = dispatch(__VERIFIER_nondet_int());
    if (fate == NEW || fate == SKIPPED || fate == COPIED)
        reach_error();
    if (pended && status != STATUS_PENDING)
        reach_error();
    if (!pended && fate != PASSED && status == STATUS_PENDING)
        reach_error();
    if (fate == PASSED && status != lower_status)
        reach_error();
}

int main(void) {
    int requests;
    x.write_protected = __VERIFIER_nondet_int() != 0;
    for (requests = 0; requests < 4; requests++) {
        one_request();
        if (x.removed && x.queued > 0)
            reach_error();
    }
    return 0;
}
