const char *text = "caf\xc3\xa9\t\"x\"";
char buffer[100] = "abc"; int tentative; static long counter = -5;
extern int elsewhere; extern int maybe __attribute__((weak));
_Thread_local int per_thread = 3;
int placed __attribute__((section("mysection"), aligned(64))) = 1;
struct node { struct node *next; const char *name; int *where; } ring[2] = { { &ring[1], "a", &tentative }, { &ring[0], 0, (int *)(buffer + 5) } };
long difference = (long)&ring[1].name;
__attribute__((weak, visibility("hidden"))) int helper(void) { static int calls; return ++calls; }
double matrix[2][3] = { { 1, 2 }, { 0.5 } };
int main(void) { counter++; return helper() + elsewhere + (&maybe ? maybe : 0) + per_thread + placed + (int)matrix[1][0] + text[0]; }
