// A cast that fails for one of three classes.
public class Cast {
    interface Shape {}

    static class Circle implements Shape {}

    static class Square implements Shape {
        int side = 3;
    }

    static class Wide extends Square {}

    static Shape choose(byte which) {
        switch (which) {
            case 1:
                return new Circle();
            case 2:
                return new Square();
            default:
                return new Wide();
        }
    }

    public static void main(String[] arguments) {
        Shape shape = choose(Klew.anyByte());
        Square square = (Square) shape; // expect: no-runtime-exception
        assert square.side == 3;
    }
}
