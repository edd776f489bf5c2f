// A machine with a stack and sixteen cells of memory, whose program is read from standard input.
// sizes: --sym-stdin 6
// klee: --sym-stdin 6
#include <stdio.h>

enum { STACK = 8, MEMORY = 16, CODE = 64 };
enum { HALT, PUSH, ADD, SUB, MUL, DUP, LOAD, STORE, JUMP_IF, PRINT };

struct machine {
    int stack[STACK];
    int memory[MEMORY];
    int depth;
    int failed;
};

static void push(struct machine *m, int value) {
    if (m->depth == STACK)
        m->failed = 1;
    else
        m->stack[m->depth++] = value;
}

static int pop(struct machine *m) {
    if (m->depth == 0) {
        m->failed = 1;
        return 0;
    }
    return m->stack[--m->depth];
}

static void binary(struct machine *m, int operation) {
    unsigned right = (unsigned)pop(m), left = (unsigned)pop(m);
    push(m, (int)(operation == ADD ? left + right : operation == SUB ? left - right : left * right));
}

static int run(struct machine *m, const unsigned char *code, size_t size) {
    size_t pc = 0;
    for (int steps = 0; pc < size && steps < 100 && !m->failed; steps++) {
        unsigned char operation = code[pc++];
        int value, address;
        switch (operation) {
        case HALT:
            return 0;
        case PUSH:
            if (pc >= size)
                return -1;
            push(m, code[pc++]);
            break;
        case ADD:
        case SUB:
        case MUL:
            binary(m, operation);
            break;
        case DUP:
            value = pop(m);
            push(m, value);
            push(m, value);
            break;
        case LOAD:
            address = pop(m);
            if (address < 0 || address >= MEMORY)
                return -1;
            push(m, m->memory[address]);
            break;
        case STORE:
            address = pop(m);
            value = pop(m);
            if (address >= MEMORY) // fixed: if (address < 0 || address >= MEMORY)
                return -1;
            m->memory[address] = value; // expect: array-bounds
            break;
        case JUMP_IF:
            if (pc >= size)
                return -1;
            address = code[pc++];
            if (pop(m) != 0)
                pc = (size_t)address;
            break;
        case PRINT:
            printf("%d\n", pop(m));
            break;
        default:
            return -1;
        }
    }
    return m->failed ? -1 : 0;
}

int main(void) {
    unsigned char code[CODE];
    static struct machine machine;
    size_t size = fread(code, 1, sizeof code, stdin);
    if (run(&machine, code, size) != 0) {
        fputs("the program failed\n", stderr);
        return 1;
    }
    return 0;
}
