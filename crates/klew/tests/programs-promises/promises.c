// Functions that need what their callers promise; what each needs is in the table of promises.rs.
#include <stddef.h>

int sum(const int *data, int length) {
  int total = 0;
  for (int i = 0; i < length; i++) total ^= data[i]; // expect: sum
  return total;
}

int sum_too_many(const int *data, int length) {
  int total = 0;
  for (int i = 0; i <= length; i++) total ^= data[i]; // expect: sum_too_many
  return total;
}

int quotient(int a, int b) {
  return a / (b - 3); // expect: quotient
}

struct node {
  struct node *next;
  int value;
  union {
    unsigned char tag;
    short code;
  };
  int list[4];
};

int second(struct node *head) {
  return head->next->value; // expect: second
}

int per_mille(struct node *head) {
  return 1000 / head->value; // expect: per_mille
}

static int divisor;

int with_global(int a) {
  return a / divisor; // expect: with_global
}

unsigned shifted(unsigned char amount) {
  int table[8] = {0};
  return (unsigned)table[amount >> 2]; // expect: shifted
}

struct pair {
  long first;
  int second;
};

long of_pair(struct pair pair) {
  return pair.first / pair.second; // expect: of_pair
}

int tagged(struct node *node) {
  return node->list[node->tag]; // expect: tagged
}

int narrow(unsigned char a, signed char b) {
  return 1 / (a + b - 300); // expect: narrow
}

__attribute__((nonnull)) int declared(struct node *head) {
  return head->value;
}

__attribute__((nonnull(2))) int declared_other(struct node *a, struct node *b) {
  return a->value + b->value; // expect: declared_other
}

int four(const int a[static 4]) {
  return a[0] ^ a[3];
}

int five(const int a[static 4]) {
  return a[4]; // expect: five
}

int last(const unsigned char *bytes, size_t count) {
  return bytes[count - 1]; // expect: last
}

int untyped(const void *bytes, size_t count) {
  const unsigned char *at = bytes;
  return count == 0 ? 0 : at[count - 1]; // expect: untyped
}

__attribute__((access(read_only, 1, 2))) int read_only(const int *data, size_t count) {
  return count > 2 ? data[2] : 0;
}

int read_other(const int *data, size_t count) __attribute__((access(read_only, 1, 2)));
int read_other(const int *data, size_t count) {
  return count > 1 ? data[2] : 0; // expect: read_other
}

int short_list(struct node *head) {
  if (head && head->next && head->next->next && head->next != head && head->next->next != head)
    return 10 / (head->next->next != head->next); // expect: short_list
  return 0;
}

struct flag {
  _Bool set;
};

int unset(struct flag *flag) {
  if (flag->set)
    return 1;
  return 10 / flag->set; // expect: unset
}
