/* Packs and unpacks messages described by hand-written tables, as protoc-c would generate them. */
#include <protobuf-c/protobuf-c.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  ProtobufCMessage base;
  int32_t id;
  char *name;
} Inner;

typedef struct {
  ProtobufCMessage base;
  int32_t number;
  protobuf_c_boolean has_signed_number;
  int64_t signed_number;
  uint32_t fixed;
  double real;
  protobuf_c_boolean flag;
  char *text;
  ProtobufCBinaryData bytes;
  size_t n_list;
  int32_t *list;
  size_t n_packed;
  uint64_t *packed;
  Inner *inner;
  size_t n_inners;
  Inner **inners;
} Outer;

#define FIELD(NAME, ID, LABEL, TYPE, QUANTIFIER, MEMBER, DESCRIPTOR, FLAGS) \
  { NAME, ID, PROTOBUF_C_LABEL_##LABEL, PROTOBUF_C_TYPE_##TYPE, QUANTIFIER, MEMBER, DESCRIPTOR, NULL, FLAGS, 0, NULL, NULL }

static void inner_init(Inner *m);
static void outer_init(Outer *m);

static const ProtobufCFieldDescriptor inner_fields[] = {
    FIELD("id", 1, REQUIRED, INT32, 0, offsetof(Inner, id), NULL, 0),
    FIELD("name", 2, OPTIONAL, STRING, 0, offsetof(Inner, name), NULL, 0),
};
static const unsigned inner_by_name[] = {0, 1};
static const ProtobufCIntRange inner_ranges[] = {{1, 0}, {0, 2}};
static const ProtobufCMessageDescriptor inner_descriptor = {
    PROTOBUF_C__MESSAGE_DESCRIPTOR_MAGIC, "Inner", "Inner", "Inner", "", sizeof(Inner), 2, inner_fields,
    inner_by_name, 1, inner_ranges, (ProtobufCMessageInit)inner_init, NULL, NULL, NULL};

static const ProtobufCFieldDescriptor outer_fields[] = {
    FIELD("number", 1, REQUIRED, INT32, 0, offsetof(Outer, number), NULL, 0),
    FIELD("signed_number", 2, OPTIONAL, SINT64, offsetof(Outer, has_signed_number), offsetof(Outer, signed_number), NULL, 0),
    FIELD("fixed", 3, REQUIRED, FIXED32, 0, offsetof(Outer, fixed), NULL, 0),
    FIELD("real", 4, REQUIRED, DOUBLE, 0, offsetof(Outer, real), NULL, 0),
    FIELD("flag", 5, REQUIRED, BOOL, 0, offsetof(Outer, flag), NULL, 0),
    FIELD("text", 6, REQUIRED, STRING, 0, offsetof(Outer, text), NULL, 0),
    FIELD("bytes", 7, REQUIRED, BYTES, 0, offsetof(Outer, bytes), NULL, 0),
    FIELD("list", 8, REPEATED, INT32, offsetof(Outer, n_list), offsetof(Outer, list), NULL, 0),
    FIELD("packed", 9, REPEATED, UINT64, offsetof(Outer, n_packed), offsetof(Outer, packed), NULL, PROTOBUF_C_FIELD_FLAG_PACKED),
    FIELD("inner", 12, OPTIONAL, MESSAGE, 0, offsetof(Outer, inner), &inner_descriptor, 0),
    FIELD("inners", 13, REPEATED, MESSAGE, offsetof(Outer, n_inners), offsetof(Outer, inners), &inner_descriptor, 0),
};
static const unsigned outer_by_name[] = {6, 2, 4, 9, 10, 7, 0, 8, 3, 1, 5};
static const ProtobufCIntRange outer_ranges[] = {{1, 0}, {12, 9}, {0, 11}};
static const ProtobufCMessageDescriptor outer_descriptor = {
    PROTOBUF_C__MESSAGE_DESCRIPTOR_MAGIC, "Outer", "Outer", "Outer", "", sizeof(Outer), 11, outer_fields,
    outer_by_name, 2, outer_ranges, (ProtobufCMessageInit)outer_init, NULL, NULL, NULL};

static void inner_init(Inner *m) {
  memset(m, 0, sizeof *m);
  m->base.descriptor = &inner_descriptor;
}

static void outer_init(Outer *m) {
  memset(m, 0, sizeof *m);
  m->base.descriptor = &outer_descriptor;
}

static void print(const Outer *m) {
  printf("%d %d/%lld %u %.3f %d %s bytes[%u] ", m->number, m->has_signed_number,
         (long long)m->signed_number, m->fixed, m->real, m->flag, m->text, (unsigned)m->bytes.len);
  for (size_t i = 0; i < m->n_list; i++)
    printf("%d,", m->list[i]);
  for (size_t i = 0; i < m->n_packed; i++)
    printf("%llu;", (unsigned long long)m->packed[i]);
  if (m->inner)
    printf(" inner %d %s", m->inner->id, m->inner->name ? m->inner->name : "-");
  for (size_t i = 0; i < m->n_inners; i++)
    printf(" (%d %s)", m->inners[i]->id, m->inners[i]->name ? m->inners[i]->name : "-");
  printf(" unknown %u\n", m->base.n_unknown_fields);
}

int main(void) {
  static uint8_t wire[512], with_unknown[520];
  int32_t list[] = {0, -1, 300, 2147483647};
  uint64_t packed[] = {1, 127, 128, 0xffffffffffffffffull};
  Inner a, b;
  Inner *inners[] = {&a, &b};
  Outer m;
  inner_init(&a);
  inner_init(&b);
  outer_init(&m);
  a.id = 7;
  a.name = "seven";
  b.id = -7;
  m.number = -5;
  m.has_signed_number = 1;
  m.signed_number = -1234567890123ll;
  m.fixed = 0xdeadbeef;
  m.real = 2.375;
  m.flag = 1;
  m.text = "text";
  m.bytes.data = (uint8_t *)"\0\1\2";
  m.bytes.len = 3;
  m.list = list;
  m.n_list = 4;
  m.packed = packed;
  m.n_packed = 4;
  m.inner = &a;
  m.inners = inners;
  m.n_inners = 2;
  size_t size = protobuf_c_message_get_packed_size(&m.base);
  size_t written = protobuf_c_message_pack(&m.base, wire);
  printf("%u %u\n", (unsigned)size, (unsigned)written);
  for (size_t i = 0; i < written; i++)
    printf("%02x", wire[i]);
  printf("\n");
  Outer *read = (Outer *)protobuf_c_message_unpack(&outer_descriptor, NULL, written, wire);
  if (!read)
    return 1;
  print(read);
  printf("check %d\n", protobuf_c_message_check(&read->base));
  protobuf_c_message_free_unpacked(&read->base, NULL);
  memcpy(with_unknown, wire, written);
  memcpy(with_unknown + written, "\xa8\x06\x96\x01", 4);
  read = (Outer *)protobuf_c_message_unpack(&outer_descriptor, NULL, written + 4, with_unknown);
  if (!read)
    return 2;
  print(read);
  protobuf_c_message_free_unpacked(&read->base, NULL);
  unsigned refused = 0;
  for (size_t cut = 0; cut < written; cut++) {
    read = (Outer *)protobuf_c_message_unpack(&outer_descriptor, NULL, cut, wire);
    if (read)
      protobuf_c_message_free_unpacked(&read->base, NULL);
    else
      refused++;
  }
  printf("%u of %u prefixes refused\n", refused, (unsigned)written);
  printf("%s %s\n", protobuf_c_version(),
         protobuf_c_message_descriptor_get_field_by_name(&outer_descriptor, "packed")->name);
  return 0;
}
