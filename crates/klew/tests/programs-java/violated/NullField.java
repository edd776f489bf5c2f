public class NullField {
    int value;

    static int read(NullField object) {
        return object.value; // expect: no-runtime-exception
    }

    public static void main(String[] args) {
        read(Klew.anyBoolean("none") ? null : new NullField());
    }
}
