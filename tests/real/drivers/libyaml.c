/* Scans, parses, loads and emits YAML documents held in memory. */
#include <stdio.h>
#include <string.h>
#include <yaml.h>

static const char *const documents[] = {
    "- a\n- [b, 'c d', \"e\\x41\\u20ac\"]\n- {k: v, 1: ~}\n",
    "# note\n%YAML 1.1\n%TAG ! tag:example.com,2000:\n---\nlist: &anchor\n  - !thing one\n  - |\n    kept\n     lines\n"
    "  - >-\n    folded\n    lines\n\n    end\nagain: *anchor\n...\n",
    "a: b: c\n",
    "[1, 2\n",
    "--- x\n--- y\n--- !!int \"3\"\n",
};

static void scan(const char *text) {
  yaml_parser_t parser;
  yaml_token_t token;
  int more = 1;
  yaml_parser_initialize(&parser);
  yaml_parser_set_input_string(&parser, (const unsigned char *)text, strlen(text));
  printf("tokens:");
  while (more) {
    if (!yaml_parser_scan(&parser, &token)) {
      printf(" error: %s", parser.problem);
      break;
    }
    printf(" %d", token.type);
    if (token.type == YAML_SCALAR_TOKEN)
      printf("=%.*s", (int)token.data.scalar.length, (char *)token.data.scalar.value);
    more = token.type != YAML_STREAM_END_TOKEN;
    yaml_token_delete(&token);
  }
  printf("\n");
  yaml_parser_delete(&parser);
}

static void parse(const char *text) {
  yaml_parser_t parser;
  yaml_event_t event;
  int more = 1;
  yaml_parser_initialize(&parser);
  yaml_parser_set_input_string(&parser, (const unsigned char *)text, strlen(text));
  while (more) {
    if (!yaml_parser_parse(&parser, &event)) {
      printf("error %d: %s at %u:%u\n", parser.error, parser.problem,
             (unsigned)parser.problem_mark.line, (unsigned)parser.problem_mark.column);
      break;
    }
    printf("event %d at %u:%u", event.type, (unsigned)event.start_mark.line,
           (unsigned)event.start_mark.column);
    if (event.type == YAML_SCALAR_EVENT)
      printf(" %s [%s] style %d", event.data.scalar.tag ? (char *)event.data.scalar.tag : "-",
             (char *)event.data.scalar.value, event.data.scalar.style);
    printf("\n");
    more = event.type != YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
}

static void reemit(const char *text) {
  static unsigned char out[4096];
  size_t written = 0;
  yaml_parser_t parser;
  yaml_emitter_t emitter;
  yaml_document_t document;
  int more = 1;
  yaml_parser_initialize(&parser);
  yaml_emitter_initialize(&emitter);
  yaml_parser_set_input_string(&parser, (const unsigned char *)text, strlen(text));
  yaml_emitter_set_output_string(&emitter, out, sizeof out, &written);
  yaml_emitter_set_unicode(&emitter, 1);
  yaml_emitter_open(&emitter);
  while (more) {
    if (!yaml_parser_load(&parser, &document)) {
      printf("load error: %s\n", parser.problem);
      break;
    }
    if (yaml_document_get_root_node(&document)) {
      if (!yaml_emitter_dump(&emitter, &document)) {
        printf("dump error: %s\n", emitter.problem);
        break;
      }
    } else {
      yaml_document_delete(&document);
      more = 0;
    }
  }
  yaml_emitter_close(&emitter);
  yaml_emitter_delete(&emitter);
  yaml_parser_delete(&parser);
  printf("emitted %u:\n%.*s", (unsigned)written, (int)written, (char *)out);
}

int main(void) {
  printf("libyaml %s\n", yaml_get_version_string());
  for (unsigned i = 0; i < sizeof documents / sizeof *documents; i++) {
    scan(documents[i]);
    parse(documents[i]);
    reemit(documents[i]);
  }
  return 0;
}
