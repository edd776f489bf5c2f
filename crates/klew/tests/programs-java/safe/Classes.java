// Records, enums, nested, anonymous and local classes, interfaces, generics, initialisers.
public class Classes {
    static StringBuilder order = new StringBuilder("m");

    static class First {
        static int value = note("f");
    }

    static class Second extends First {
        static final int CONSTANT = 5;
        static int own = note("s");
        int field = note("i");

        Second() {
            note("c");
        }
    }

    static int note(String what) {
        order.append(what);
        return order.length();
    }

    record Point(int x, double y, String name) {
        Point {
            if (x < 0) {
                throw new IllegalArgumentException("x");
            }
        }

        int twice() {
            return 2 * x;
        }
    }

    enum Planet {
        MERCURY(1) {
            @Override
            String kind() {
                return "hot";
            }
        },
        EARTH(3), MARS(4);

        final int place;

        Planet(int place) {
            this.place = place;
        }

        String kind() {
            return "rock";
        }
    }

    interface Visitor<R> {
        R visit(Node node);
    }

    static class Node {
        Node left, right;
        int value;

        Node(int value, Node left, Node right) {
            this.value = value;
            this.left = left;
            this.right = right;
        }

        <R> R accept(Visitor<R> visitor) {
            return visitor.visit(this);
        }
    }

    class Inner {
        int plus() {
            return secret + 1;
        }
    }

    private int secret = 41;

    sealed interface Animal permits Cat, Dog {}

    record Cat(int lives) implements Animal {}

    record Dog(String name) implements Animal {}

    static String describe(Planet planet) {
        switch (planet) {
            case EARTH:
                return "home";
            case MARS:
                return "next";
            default:
                return "other";
        }
    }

    static int number(String text) {
        return switch (text) {
            case "one" -> 1;
            case "two", "zwei" -> 2;
            default -> text.length();
        };
    }

    public static void main(String[] args) {
        assert order.toString().equals("m");
        assert Second.CONSTANT == 5 && order.toString().equals("m");
        new Second();
        assert order.toString().equals("mfsic") && Second.value == 2 && Second.own == 3;
        Point point = new Point(3, 1.5, "p");
        assert point.equals(new Point(3, 1.5, "p")) && !point.equals(new Point(4, 1.5, "p")) && point.twice() == 6;
        assert point.hashCode() == new Point(3, 1.5, "p").hashCode() && point.toString().equals("Point[x=3, y=1.5, name=p]");
        assert Planet.valueOf("MARS") == Planet.MARS && Planet.values().length == 3 && Planet.EARTH.ordinal() == 1;
        assert Planet.MERCURY.kind().equals("hot") && Planet.EARTH.kind().equals("rock") && Planet.MARS.place == 4;
        assert Planet.MARS.compareTo(Planet.EARTH) == 1 && Planet.EARTH.toString().equals("EARTH") && Planet.MERCURY.getDeclaringClass() == Planet.class;
        assert describe(Planet.EARTH).equals("home") && describe(Planet.MERCURY).equals("other");
        assert number("one") == 1 && number("zwei") == 2 && number("three") == 5;
        Node tree = new Node(1, new Node(2, null, null), new Node(3, null, null));
        int sum = tree.accept(new Visitor<Integer>() {
            @Override
            public Integer visit(Node node) {
                return node == null ? 0 : node.value + visit(node.left) + visit(node.right);
            }
        });
        assert sum == 6;
        Classes outer = new Classes();
        Inner inner = outer.new Inner();
        assert inner.plus() == 42;
        Animal animal = Klew.anyBoolean() ? new Cat(9) : new Dog("rex");
        if (animal instanceof Cat cat) {
            assert cat.lives() == 9;
        } else {
            assert ((Dog) animal).name().equals("rex");
        }
        Object array = new int[] {1, 2};
        assert array instanceof int[] && !(array instanceof Object[]) && ((int[]) array).clone()[1] == 2;
        assert new String[0].getClass().getName().equals("[Ljava.lang.String;") && point.getClass().getSimpleName().equals("Point");
        int[][] grid = new int[3][4];
        grid[2][3] = 7;
        assert grid.length == 3 && grid[1].length == 4 && grid[2][3] + grid[0][0] == 7;
    }
}
