public class Virtual {
    interface Shape {
        int area();
    }

    static class Square implements Shape {
        private final int side;

        Square(int side) {
            this.side = side;
        }

        public int area() {
            return side * side;
        }
    }

    static class Empty implements Shape {
        public int area() {
            return 0;
        }
    }

    public static void main(String[] args) {
        Shape shape = Klew.anyBoolean("square") ? new Square(Klew.anyInt("side")) : new Empty();
        assert shape.area() != 1369; // expect: assertion
    }
}
