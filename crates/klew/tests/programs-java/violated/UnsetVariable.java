/** A variable may not be set; PATH always is where tests run. */
public class UnsetVariable {
    public static void main(String[] args) {
        String path = System.getenv("PATH");
        int length = path.length(); // expect: no-runtime-exception
        assert length >= 0;
    }
}
