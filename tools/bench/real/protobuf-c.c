// experiment: coverage over time of a decoder of messages, 10 bytes (CFM-SE, Figure 7)
// papers:     cfmse
// package:    protobuf-c 1.4.1
// files:      protobuf-c/protobuf-c.c
// options:    -I.
#include <klee/klee.h>
#include <stddef.h>

#include "protobuf-c/protobuf-c.h"

/* The tables of a small message, as the compiler of protocol buffers generates them:
 *   message Item { required int32 id = 1; optional string name = 2; repeated uint64 list = 3 [packed]; optional Item next = 4;
 *                  optional bytes data = 5; optional fixed32 code = 6; optional bool flag = 7; } */
typedef struct Item {
  ProtobufCMessage base;
  int32_t id;
  char *name;
  size_t n_list;
  uint64_t *list;
  struct Item *next;
  protobuf_c_boolean has_data;
  ProtobufCBinaryData data;
  protobuf_c_boolean has_code;
  uint32_t code;
  protobuf_c_boolean has_flag;
  protobuf_c_boolean flag;
} Item;

extern const ProtobufCMessageDescriptor item;

static void item_init(void *message) {
  *(Item *)message = (Item){.base = {&item, 0, NULL}};
}

#define FIELD(NAME, ID, LABEL, TYPE, COUNT, DESCRIPTOR, FLAGS)                                                         \
  {#NAME, ID, PROTOBUF_C_LABEL_##LABEL, PROTOBUF_C_TYPE_##TYPE, COUNT, offsetof(Item, NAME), DESCRIPTOR, NULL, FLAGS}

static const ProtobufCFieldDescriptor fields[] = {
    FIELD(id, 1, REQUIRED, INT32, 0, NULL, 0),
    FIELD(name, 2, OPTIONAL, STRING, 0, NULL, 0),
    FIELD(list, 3, REPEATED, UINT64, offsetof(Item, n_list), NULL, PROTOBUF_C_FIELD_FLAG_PACKED),
    FIELD(next, 4, OPTIONAL, MESSAGE, 0, &item, 0),
    FIELD(data, 5, OPTIONAL, BYTES, offsetof(Item, has_data), NULL, 0),
    FIELD(code, 6, OPTIONAL, FIXED32, offsetof(Item, has_code), NULL, 0),
    FIELD(flag, 7, OPTIONAL, BOOL, offsetof(Item, has_flag), NULL, 0),
};
static const unsigned by_name[] = {5, 4, 6, 0, 2, 1, 3};
static const ProtobufCIntRange ranges[] = {{1, 0}, {0, 7}};

const ProtobufCMessageDescriptor item = {
    .magic = PROTOBUF_C__MESSAGE_DESCRIPTOR_MAGIC,
    .name = "Item",
    .short_name = "Item",
    .c_name = "Item",
    .package_name = "",
    .sizeof_message = sizeof(Item),
    .n_fields = 7,
    .fields = fields,
    .fields_sorted_by_name = by_name,
    .n_field_ranges = 1,
    .field_ranges = ranges,
    .message_init = (ProtobufCMessageInit)item_init,
};

int main(void) {
  uint8_t wire[10];
  klee_make_symbolic(wire, sizeof wire, "wire");
  ProtobufCMessage *message = protobuf_c_message_unpack(&item, NULL, sizeof wire, wire);
  if (!message)
    return 1;
  size_t size = protobuf_c_message_get_packed_size(message);
  protobuf_c_message_free_unpacked(message, NULL);
  return size > 64;
}
