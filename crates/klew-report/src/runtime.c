/* Runtime: hands out the inputs above, in order, to the functions that programs ask for input with.
 * Exit codes: 77 an assumption does not hold; 78 the program asked for other inputs than these.
 * With -DKLEW_BOOKKEEPING and the linker's --wrap for malloc, calloc, realloc, free and exit it also
 * finds invalid frees and lost memory, on the C library's own allocator. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#define KLEW_WEAK __attribute__((weak))

static unsigned klew_next;

#ifdef KLEW_COVERAGE
/* What was executed is written down however the run ends. */
#ifdef KLEW_CONDITIONS
int __llvm_profile_write_file(void);
void __llvm_profile_set_filename(const char *name);
#define KLEW_WRITE_COUNTS() ((void)__llvm_profile_write_file())
#else
void __gcov_dump(void);
#define KLEW_WRITE_COUNTS() __gcov_dump()
#endif
extern char **environ;
static char **klew_own_environment;
static void klew_dump(void)
{
    environ = klew_own_environment; /* That of the program does not say where counts go. */
    KLEW_WRITE_COUNTS();
}
__attribute__((destructor(101))) static void klew_restore_environment(void)
{
    environ = klew_own_environment;
}
static void klew_failed(int number)
{
    klew_dump();
    signal(number, SIG_DFL);
    raise(number);
}
__attribute__((constructor(101))) static void klew_catch_failures(void)
{
    static const int numbers[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTERM};
    unsigned index;
    klew_own_environment = environ;
#ifdef KLEW_CONDITIONS
    /* Before the environment is the program's. */
    __llvm_profile_set_filename(getenv("LLVM_PROFILE_FILE"));
#endif
    for (index = 0; index < sizeof numbers / sizeof *numbers; index++)
        signal(numbers[index], klew_failed);
}
#endif

static void klew_flush_and_exit(int code)
{
    fflush(stdout);
    fflush(stderr);
#ifdef KLEW_COVERAGE
    klew_dump();
#endif
    _exit(code);
}

/* The program starts with descriptors 0, 1 and 2 only, whatever started it. */
__attribute__((constructor(101))) static void klew_close_others(void)
{
    int descriptor;
    for (descriptor = 3; descriptor < 64; descriptor++)
        close(descriptor);
}

static void klew_input(void *to, size_t size, const char *name)
{
    const struct klew_tape_entry *entry;
    if (klew_next == KLEW_TAPE_LENGTH) {
        if (KLEW_IN_ORDER) {
            fprintf(stderr, "klew: the run asks for an input (%s) after the last one\n", name);
            klew_flush_and_exit(78);
        }
        memset(to, 0, size);
        return;
    }
    entry = &klew_tape[klew_next++];
    if (entry->size != size && !(entry->size > 8 && size > 8)) {
        fprintf(stderr, "klew: input %u is %s with %u bytes, but the run asks for %s with %u bytes\n",
                klew_next, entry->name, entry->size, name, (unsigned)size);
        klew_flush_and_exit(78);
    }
    memset(to, 0, size);
    memcpy(to, entry->data, entry->size < size ? entry->size : size);
}

static void klew_assumption(int holds)
{
    if (!holds) {
        fprintf(stderr, "klew: an assumption does not hold\n");
        klew_flush_and_exit(77);
    }
}

/* ---- SV-COMP ---- */

#define KLEW_NONDET(type, name)                                      \
    KLEW_WEAK type __VERIFIER_nondet_##name(void);                   \
    KLEW_WEAK type __VERIFIER_nondet_##name(void)                    \
    {                                                                \
        type value;                                                  \
        klew_input(&value, sizeof value, "__VERIFIER_nondet_" #name); \
        return value;                                                \
    }

KLEW_NONDET(_Bool, bool)
KLEW_NONDET(_Bool, _Bool)
KLEW_NONDET(char, char)
KLEW_NONDET(signed char, schar)
KLEW_NONDET(unsigned char, uchar)
KLEW_NONDET(unsigned char, unsigned_char)
KLEW_NONDET(short, short)
KLEW_NONDET(unsigned short, ushort)
KLEW_NONDET(int, int)
KLEW_NONDET(unsigned, uint)
KLEW_NONDET(unsigned, unsigned)
KLEW_NONDET(unsigned, unsigned_int)
KLEW_NONDET(long, long)
KLEW_NONDET(unsigned long, ulong)
KLEW_NONDET(long, loff_t)
KLEW_NONDET(long long, longlong)
KLEW_NONDET(unsigned long long, ulonglong)
KLEW_NONDET(float, float)
KLEW_NONDET(double, double)
KLEW_NONDET(long double, longdouble)
KLEW_NONDET(size_t, size_t)
KLEW_NONDET(int8_t, S8)
KLEW_NONDET(uint8_t, U8)
KLEW_NONDET(uint8_t, u8)
KLEW_NONDET(int16_t, S16)
KLEW_NONDET(uint16_t, U16)
KLEW_NONDET(uint16_t, u16)
KLEW_NONDET(int32_t, S32)
KLEW_NONDET(uint32_t, U32)
KLEW_NONDET(uint32_t, u32)
KLEW_NONDET(int64_t, S64)
KLEW_NONDET(uint64_t, U64)
#ifdef __SIZEOF_INT128__
KLEW_NONDET(__int128, int128)
KLEW_NONDET(unsigned __int128, uint128)
#endif
KLEW_NONDET(unsigned, sector_t)
KLEW_NONDET(unsigned long, pthread_t)
KLEW_NONDET(char *, pchar)
KLEW_NONDET(void *, pointer)

KLEW_WEAK void __VERIFIER_nondet_memory(void *to, size_t size);
KLEW_WEAK void __VERIFIER_nondet_memory(void *to, size_t size)
{
    klew_input(to, size, "__VERIFIER_nondet_memory");
}

KLEW_WEAK void __VERIFIER_assume(int holds);
KLEW_WEAK void __VERIFIER_assume(int holds) { klew_assumption(holds); }
KLEW_WEAK void __VERIFIER_atomic_begin(void);
KLEW_WEAK void __VERIFIER_atomic_begin(void) {}
KLEW_WEAK void __VERIFIER_atomic_end(void);
KLEW_WEAK void __VERIFIER_atomic_end(void) {}

static void klew_error(const char *what, void *caller)
{
    fflush(stdout);
    fprintf(stderr, "klew: FAILED %s at %p\n", what, caller);
    abort();
}

KLEW_WEAK void __VERIFIER_assert(int holds);
KLEW_WEAK void __VERIFIER_assert(int holds)
{
    if (!holds)
        klew_error("assertion", __builtin_return_address(0));
}

/* The program's own definitions of these are made weak (see error-calls.h), so that these win. */
void reach_error(void);
void reach_error(void) { klew_error("reach_error", __builtin_return_address(0)); }
void __VERIFIER_error(void);
void __VERIFIER_error(void) { klew_error("reach_error", __builtin_return_address(0)); }

/* Stands where `klew reach` looks for. Exit code 79: the run came there. */
KLEW_WEAK void klew_target_reached(void);
KLEW_WEAK void klew_target_reached(void)
{
    fprintf(stderr, "klew: the target is reached\n");
    klew_flush_and_exit(79);
}

/* ---- KLEE ---- */

KLEW_WEAK void klee_make_symbolic(void *to, size_t size, const char *name);
KLEW_WEAK void klee_make_symbolic(void *to, size_t size, const char *name)
{
    klew_input(to, size, name);
}
KLEW_WEAK void klee_assume(uintptr_t holds);
KLEW_WEAK void klee_assume(uintptr_t holds) { klew_assumption(holds != 0); }
KLEW_WEAK int klee_range(int begin, int end, const char *name);
KLEW_WEAK int klee_range(int begin, int end, const char *name)
{
    int value;
    klew_input(&value, sizeof value, name);
    klew_assumption(begin <= value && value < end);
    return value;
}
KLEW_WEAK int klee_int(const char *name);
KLEW_WEAK int klee_int(const char *name)
{
    int value;
    klew_input(&value, sizeof value, name);
    return value;
}
KLEW_WEAK void klee_abort(void);
KLEW_WEAK void klee_abort(void) { abort(); }
KLEW_WEAK void klee_silent_exit(int status);
KLEW_WEAK void klee_silent_exit(int status) { klew_flush_and_exit(status); }
KLEW_WEAK void klee_report_error(const char *file, int line, const char *message, const char *suffix);
KLEW_WEAK void klee_report_error(const char *file, int line, const char *message, const char *suffix)
{
    (void)suffix;
    fprintf(stderr, "%s:%d: %s\n", file, line, message);
    klew_error("reach_error", __builtin_return_address(0));
}
KLEW_WEAK void klee_prefer_cex(void *object, uintptr_t condition);
KLEW_WEAK void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
KLEW_WEAK unsigned klee_is_symbolic(uintptr_t value);
KLEW_WEAK unsigned klee_is_symbolic(uintptr_t value) { return (void)value, 0; }
KLEW_WEAK unsigned klee_is_replay(void);
KLEW_WEAK unsigned klee_is_replay(void) { return 1; }
KLEW_WEAK void klee_warning(const char *message);
KLEW_WEAK void klee_warning(const char *message) { (void)message; }
KLEW_WEAK void klee_warning_once(const char *message);
KLEW_WEAK void klee_warning_once(const char *message) { (void)message; }
KLEW_WEAK void klee_print_expr(const char *message, ...);
KLEW_WEAK void klee_print_expr(const char *message, ...) { (void)message; }
KLEW_WEAK void klee_mark_global(void *object);
KLEW_WEAK void klee_mark_global(void *object) { (void)object; }
KLEW_WEAK void klee_set_forking(unsigned enable);
KLEW_WEAK void klee_set_forking(unsigned enable) { (void)enable; }
KLEW_WEAK void klee_stack_trace(void);
KLEW_WEAK void klee_stack_trace(void) {}
KLEW_WEAK void klee_open_merge(void);
KLEW_WEAK void klee_open_merge(void) {}
KLEW_WEAK void klee_close_merge(void);
KLEW_WEAK void klee_close_merge(void) {}

KLEW_WEAK uintptr_t klee_choose(uintptr_t limit);
KLEW_WEAK uintptr_t klee_choose(uintptr_t limit)
{
    uintptr_t value;
    klew_input(&value, sizeof value, "klee_choose");
    klew_assumption(value < limit);
    return value;
}
void __assert_fail(const char *text, const char *file, unsigned line, const char *function);
KLEW_WEAK void klee_assert_fail(const char *text, const char *file, unsigned line, const char *function);
KLEW_WEAK void klee_assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
    __assert_fail(text, file, line, function);
}
KLEW_WEAK void klee_assert(int holds);
KLEW_WEAK void klee_assert(int holds)
{
    if (!holds)
        klew_error("assertion", __builtin_return_address(0));
}
KLEW_WEAK int klee_get_errno(void);
KLEW_WEAK int klee_get_errno(void) { return errno; }
KLEW_WEAK void klee_posix_prefer_cex(void *object, uintptr_t condition);
KLEW_WEAK void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
KLEW_WEAK void klee_print_range(const char *name, int value);
KLEW_WEAK void klee_print_range(const char *name, int value) { (void)name, (void)value; }
KLEW_WEAK void klee_merge(void);
KLEW_WEAK void klee_merge(void) {}
KLEW_WEAK void klee_check_memory_access(const void *address, size_t size);
KLEW_WEAK void klee_check_memory_access(const void *address, size_t size)
{
    const volatile char *bytes = address;
    size_t index;
    for (index = 0; index < size; index++)
        (void)bytes[index];
}

/* What AddressSanitizer knows. */
KLEW_WEAK const char *__asan_locate_address(void *address, char *name, size_t name_size, void **start,
                                            size_t *size);
KLEW_WEAK size_t klee_get_obj_size(void *address);
KLEW_WEAK size_t klee_get_obj_size(void *address)
{
    char name[1];
    void *start = 0;
    size_t size = 0;
    if (!__asan_locate_address) {
        fprintf(stderr, "klew: klee_get_obj_size is not known in this build\n");
        klew_flush_and_exit(78);
    }
    __asan_locate_address(address, name, sizeof name, &start, &size);
    return size;
}

#define KLEW_VALUE(type, name)               \
    KLEW_WEAK type klee_get_value##name(type value); \
    KLEW_WEAK type klee_get_value##name(type value) { return value; }

KLEW_VALUE(float, f)
KLEW_VALUE(double, d)
KLEW_VALUE(long, l)
KLEW_VALUE(long long, ll)
KLEW_VALUE(int32_t, _i32)
KLEW_VALUE(int64_t, _i64)

/* ---- klew.h ---- */

#define KLEW_OWN(type, name)                       \
    KLEW_WEAK type klew_##name(const char *input); \
    KLEW_WEAK type klew_##name(const char *input)  \
    {                                              \
        type value;                                \
        klew_input(&value, sizeof value, input);   \
        return value;                              \
    }

KLEW_OWN(_Bool, bool)
KLEW_OWN(char, char)
KLEW_OWN(signed char, schar)
KLEW_OWN(unsigned char, uchar)
KLEW_OWN(short, short)
KLEW_OWN(unsigned short, ushort)
KLEW_OWN(int, int)
KLEW_OWN(unsigned, uint)
KLEW_OWN(long, long)
KLEW_OWN(unsigned long, ulong)
KLEW_OWN(long long, llong)
KLEW_OWN(unsigned long long, ullong)
KLEW_OWN(size_t, size)
KLEW_OWN(float, float)
KLEW_OWN(double, double)
KLEW_OWN(long double, ldouble)

KLEW_WEAK int klew_range(int from, int up_to, const char *name);
KLEW_WEAK int klew_range(int from, int up_to, const char *name)
{
    int value;
    klew_input(&value, sizeof value, name);
    klew_assumption(from <= value && value < up_to);
    return value;
}
KLEW_WEAK void klew_input_bytes(void *to, size_t size, const char *name);
KLEW_WEAK void klew_input_bytes(void *to, size_t size, const char *name)
{
    klew_input(to, size, name);
}
KLEW_WEAK void klew_assume(int holds);
KLEW_WEAK void klew_assume(int holds) { klew_assumption(holds); }
KLEW_WEAK void klew_assert(int holds);
KLEW_WEAK void klew_assert(int holds)
{
    if (!holds)
        klew_error("assertion", __builtin_return_address(0));
}
KLEW_WEAK void klew_unreachable(void);
KLEW_WEAK void klew_unreachable(void)
{
    klew_error("unreachable", __builtin_return_address(0));
}

/* ---- Bookkeeping ---- */

#if defined(KLEW_BOOKKEEPING) || defined(KLEW_MALLOC_MAY_FAIL)
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t most);
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);

/* Whether the next allocation fails, if that is part of the input. */
static int klew_allocation_fails(void)
{
    unsigned char fails = 0;
#ifdef KLEW_MALLOC_MAY_FAIL
    klew_input(&fails, 1, "allocation fails");
#endif
    return fails & 1;
}
#endif

#ifdef KLEW_BOOKKEEPING
#include <sys/mman.h>

void __real_free(void *block);
void __real_exit(int status) __attribute__((noreturn));

#if defined(__x86_64__) || defined(__i386__)
/* A call of something that is no code faults where it tries to execute it; the caller's address is then
 * on top of the stack. */
static void klew_fault(int signal, siginfo_t *info, void *context)
{
    const greg_t *registers = ((const ucontext_t *)context)->uc_mcontext.gregs;
#ifdef __x86_64__
    uintptr_t at = (uintptr_t)registers[REG_RIP], stack = (uintptr_t)registers[REG_RSP];
#else
    uintptr_t at = (uintptr_t)registers[REG_EIP], stack = (uintptr_t)registers[REG_ESP];
#endif
    if (signal == SIGSEGV && at == (uintptr_t)info->si_addr)
        fprintf(stderr, "klew: FAILED bad-call at %p\n", *(void **)stack);
    klew_flush_and_exit(75);
}

__attribute__((constructor)) static void klew_catch_faults(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = klew_fault;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSEGV, &action, 0);
}
#endif

/* Addresses are kept inverted, so that this table keeps nothing reachable. */
struct klew_block {
    uintptr_t inverted;
    size_t size;
    void *caller;
    char live, marked;
};
#define KLEW_BLOCKS ((size_t)1 << 20)
static uintptr_t klew_blocks_inverted;
static size_t klew_block_count;
static void *klew_exit_frame;

static struct klew_block *klew_blocks(void)
{
    if (!klew_blocks_inverted) {
        void *table = mmap(0, KLEW_BLOCKS * sizeof(struct klew_block), PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (table == MAP_FAILED)
            klew_flush_and_exit(79);
        klew_blocks_inverted = ~(uintptr_t)table;
    }
    return (struct klew_block *)~klew_blocks_inverted;
}

static void *klew_allocated(void *address, size_t size, void *caller)
{
    struct klew_block *blocks = klew_blocks();
    if (!address)
        return address;
    if (klew_block_count == KLEW_BLOCKS)
        klew_flush_and_exit(79);
    blocks[klew_block_count].inverted = ~(uintptr_t)address;
    blocks[klew_block_count].size = size;
    blocks[klew_block_count].caller = caller;
    blocks[klew_block_count].live = 1;
    klew_block_count++;
    return address;
}

extern char __data_start, _end;

static void klew_released(void *address, void *caller)
{
    struct klew_block *blocks = klew_blocks();
    int seen = 0;
    size_t index;
    for (index = klew_block_count; index-- > 0;) {
        uintptr_t start = ~blocks[index].inverted;
        if (start == (uintptr_t)address) {
            if (blocks[index].live) {
                blocks[index].live = 0;
                return;
            }
            seen = 1;
        } else if (blocks[index].live && start < (uintptr_t)address &&
                   (uintptr_t)address < start + blocks[index].size)
            klew_error("invalid-free", caller);
    }
    if (seen)
        klew_error("double-free", caller);
    if ((char *)address >= &__data_start && (char *)address < &_end)
        klew_error("invalid-free", caller);
}

void *__wrap_malloc(size_t size)
{
    if (klew_allocation_fails())
        return 0;
    return klew_allocated(__real_malloc(size), size, __builtin_return_address(0));
}
void *__wrap_calloc(size_t count, size_t size)
{
    if (klew_allocation_fails())
        return 0;
    return klew_allocated(__real_calloc(count, size), count * size, __builtin_return_address(0));
}
void *__wrap_realloc(void *block, size_t size)
{
    if (klew_allocation_fails())
        return 0;
    if (block)
        klew_released(block, __builtin_return_address(0));
    return klew_allocated(__real_realloc(block, size), size, __builtin_return_address(0));
}
void __wrap_free(void *block)
{
    if (block)
        klew_released(block, __builtin_return_address(0));
    __real_free(block);
}
void __wrap_exit(int status)
{
    klew_exit_frame = __builtin_frame_address(0);
    __real_exit(status);
}

static int klew_mark(const char *from, const char *to)
{
    struct klew_block *blocks = klew_blocks();
    int more = 0;
    from = (const char *)(((uintptr_t)from + sizeof(void *) - 1) & ~(sizeof(void *) - 1));
    for (; from + sizeof(void *) <= to; from += sizeof(void *)) {
        uintptr_t value;
        size_t index;
        memcpy(&value, from, sizeof value);
        for (index = 0; index < klew_block_count; index++) {
            uintptr_t start = ~blocks[index].inverted;
            if (blocks[index].live && !blocks[index].marked && start <= value &&
                (value < start + blocks[index].size || value == start)) {
                blocks[index].marked = 1;
                more = 1;
            }
        }
    }
    return more;
}

extern void *__libc_stack_end;

__attribute__((destructor)) static void klew_look_for_leaks(void)
{
    struct klew_block *blocks = klew_blocks();
    size_t index;
    int more = 1, lost = 0;
#ifndef KLEW_CLEANUP
    klew_mark(&__data_start, &_end);
    if (klew_exit_frame) /* After a return from main, nothing on its stack counts. */
        klew_mark(klew_exit_frame, __libc_stack_end);
    while (more) {
        more = 0;
        for (index = 0; index < klew_block_count; index++)
            if (blocks[index].live && blocks[index].marked == 1) {
                const char *start = (const char *)~blocks[index].inverted;
                blocks[index].marked = 2;
                more |= klew_mark(start, start + blocks[index].size);
            }
    }
#else
    (void)more;
#endif
    for (index = 0; index < klew_block_count; index++)
        if (blocks[index].live && !blocks[index].marked) {
            fprintf(stderr, "klew: FAILED leak at %p\n", blocks[index].caller);
            lost = 1;
        }
    if (lost)
        klew_flush_and_exit(76);
}

#ifdef KLEW_CLEANUP
/* A run that ends by abort() has ended, too. */
static void klew_aborted(int number)
{
    (void)number;
    klew_look_for_leaks();
    _exit(134);
}

__attribute__((constructor)) static void klew_watch_for_abort(void)
{
    signal(SIGABRT, klew_aborted);
}
#endif
#elif defined(KLEW_MALLOC_MAY_FAIL)
void *__wrap_malloc(size_t size)
{
    return klew_allocation_fails() ? 0 : __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size)
{
    return klew_allocation_fails() ? 0 : __real_calloc(count, size);
}
void *__wrap_realloc(void *block, size_t size)
{
    return klew_allocation_fails() ? 0 : __real_realloc(block, size);
}
#endif
#ifdef KLEW_MALLOC_MAY_FAIL
char *__wrap_strdup(const char *text)
{
    return klew_allocation_fails() ? 0 : __real_strdup(text);
}
char *__wrap_strndup(const char *text, size_t most)
{
    return klew_allocation_fails() ? 0 : __real_strndup(text, most);
}
#endif
