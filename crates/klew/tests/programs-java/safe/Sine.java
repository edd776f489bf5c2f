public class Sine {
    public static void main(String[] args) {
        assert Math.sin(1) > 0.5;
    }
}
