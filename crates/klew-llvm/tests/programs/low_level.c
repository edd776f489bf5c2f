#include <setjmp.h>
#include <stdatomic.h>
static jmp_buf back; atomic_int shared; _Atomic long wide_counter;
__asm__(".globl marker\nmarker:");
void leave(int x) { if (x > 3) longjmp(back, x); }
int exchange(int old, int new) {
  atomic_fetch_add_explicit(&shared, 2, memory_order_relaxed); atomic_thread_fence(memory_order_acquire);
  wide_counter += 3; volatile int v = old; v++;
  return atomic_compare_exchange_weak(&shared, &old, new) + atomic_load_explicit(&shared, memory_order_acquire) + v;
}
int assembly(int x) { int r; __asm__ volatile("movl %1, %0\n\taddl $1, %0" : "=r"(r) : "r"(x) : "cc", "memory"); return r; }
int jump(int x) { __asm__ goto("testl %0, %0; jne %l1" : : "r"(x) : : taken); return 0; taken: return 1; }
int main(void) { if (setjmp(back)) return 1; leave(exchange(1, 2) + assembly(3) + jump(1)); return 0; }
