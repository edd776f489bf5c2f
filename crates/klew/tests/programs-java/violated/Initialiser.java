public class Initialiser {
    static class Table {
        static final int[] VALUES = new int[2];

        static {
            VALUES[Klew.anyBoolean("late") ? 2 : 1] = 5; // expect: no-runtime-exception
        }
    }

    public static void main(String[] args) {
        System.out.println(Table.VALUES[0]);
    }
}
