public class Exceptions {
    static class Own extends Exception {
        final int code;

        Own(String message, int code, Throwable cause) {
            super(message, cause);
            this.code = code;
        }
    }

    static class Resource implements AutoCloseable {
        static String log = "";
        final String name;

        Resource(String name) {
            this.name = name;
            log += "open " + name + ";";
        }

        @Override
        public void close() throws Own {
            log += "close " + name + ";";
            throw new Own("closing", 1, null);
        }
    }

    static int nested(int kind) {
        int result = 0;
        try {
            result += 1;
            switch (kind) {
                case 0:
                    throw new IllegalStateException("zero");
                case 1:
                    return result / (kind - 1);
                case 2:
                    return new int[2][3][1].length + new int[1][kind].length;
                case 3:
                    Object object = "text";
                    return (Integer) object;
                case 4:
                    String text = null;
                    return text.length();
                case 5:
                    return new int[kind - 6].length;
                case 6:
                    return 100;
                default:
                    Object[] objects = new String[1];
                    objects[0] = 1;
            }
        } catch (IllegalStateException | ArithmeticException exception) {
            result += 10;
        } catch (NullPointerException exception) {
            result += 20;
        } catch (ClassCastException exception) {
            result += 30;
        } catch (RuntimeException exception) {
            result += 40;
        } finally {
            result += 1000;
            if (kind == 6) {
                return result;
            }
        }
        return result;
    }

    static int depth(int n) {
        try {
            return n == 0 ? Integer.parseInt("x") : depth(n - 1);
        } finally {
            counter++;
        }
    }

    static int counter;

    public static void main(String[] args) {
        assert nested(0) == 1011 && nested(1) == 1011 && nested(3) == 1031 && nested(4) == 1021;
        assert nested(5) == 1041 && nested(6) == 1001 && nested(7) == 1041 && nested(2) == 3;
        try {
            depth(3);
            assert false;
        } catch (NumberFormatException exception) {
            assert counter == 4 && exception.getMessage().equals("For input string: \"x\"");
        }
        try (Resource a = new Resource("a"); Resource b = new Resource("b")) {
            throw new IllegalArgumentException("body");
        } catch (IllegalArgumentException exception) {
            assert exception.getSuppressed().length == 2 && exception.getSuppressed()[0] instanceof Own;
        } catch (Own exception) {
            assert false;
        }
        assert Resource.log.equals("open a;open b;close b;close a;");
        try {
            try {
                int[] a = new int[3];
                a[3] = 1;
            } catch (ArrayIndexOutOfBoundsException exception) {
                throw new Own("wrapped", 7, exception);
            }
        } catch (Own own) {
            assert own.code == 7 && own.getCause() instanceof ArrayIndexOutOfBoundsException;
            assert own.getCause().getMessage().equals("Index 3 out of bounds for length 3");
            assert own.toString().equals("Exceptions$Own: wrapped");
        }
        int x = Klew.anyInt("x");
        int y = Klew.anyInt("y");
        try {
            int z = x / y;
            assert y != 0 && (y != 1 || z == x);
        } catch (ArithmeticException exception) {
            assert y == 0 && exception.getMessage().equals("/ by zero");
        }
    }
}
