// options: --sym-args 1 1 2
int main(int argc, char **argv) {
  return argv[1][0] == '-' && argv[1][1] != 0 && argv[1][3] == 'x'; // expect: valid-deref
}
