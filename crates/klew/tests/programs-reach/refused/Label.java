// target: main:outer
// says: class files do not keep labels
public class Label {
    public static void main(String[] args) {
        outer:
        while (true) {
            break outer;
        }
    }
}
