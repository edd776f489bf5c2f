#include <stdio.h>
#include <stdlib.h>
struct node {
  char key;
  struct node *next;
};
int main(void) {
  char line[8];
  struct node *list = NULL;
  if (!fgets(line, sizeof line, stdin))
    return 1;
  for (char *at = line; *at; at++) {
    struct node *top = list;
    if (*at == '-') {
      list = top->next; // expect: valid-deref
      free(top);
    } else if (*at == '+') {
      list = malloc(sizeof *list);
      list->key = at[1];
      list->next = top;
    } else {
      break;
    }
  }
}
