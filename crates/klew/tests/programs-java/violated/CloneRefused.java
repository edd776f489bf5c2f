/** The exception has a message, so what comes behind the use of it is reached. */
public class CloneRefused {
    static class Plain {
        Object copy() throws CloneNotSupportedException {
            return clone();
        }
    }

    public static void main(String[] args) {
        String message = "";
        try {
            new Plain().copy();
        } catch (CloneNotSupportedException e) {
            message = e.getMessage().toLowerCase();
        }
        assert message.equals("clonerefused"); // expect: assertion
    }
}
