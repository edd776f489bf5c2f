package java.util;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import klew.runtime.Decimal;
import klew.runtime.Intrinsics;

/** Words, numbers and lines, separated by white space. */
public final class Scanner implements Iterator<String>, Closeable {
    private final Reader reader;
    private boolean peeked;
    private int ahead;
    private String word;
    private boolean closed;

    public Scanner(InputStream stream) {
        this.reader = new InputStreamReader(stream);
    }

    public Scanner(Readable reader) {
        this.reader = (Reader) reader;
    }

    public Scanner(String text) {
        this.reader = new StringReader(text);
    }

    public Scanner(File file) {
        throw Intrinsics.unsupported("Scanner of a file");
    }

    private int peek() {
        if (closed) {
            throw new IllegalStateException("Scanner closed");
        }
        if (!peeked) {
            try {
                ahead = reader.read();
            } catch (IOException exception) {
                ahead = -1;
            }
            peeked = true;
        }
        return ahead;
    }

    /** The next word, which stays where it is; null at the end. */
    private String peekWord() {
        if (word != null) {
            return word;
        }
        boolean skipped = false;
        while (peek() >= 0 && Character.isWhitespace(ahead)) {
            if (skipped && !Intrinsics.isKnown(ahead)) {
                // Each number of them would be a path, and a program that asks for words sees no difference.
                throw Intrinsics.bound("words that a Scanner reads are apart by one white space");
            }
            skipped = true;
            peeked = false;
        }
        if (ahead < 0) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        while (peek() >= 0 && !Character.isWhitespace(ahead)) {
            text.append((char) ahead);
            peeked = false;
        }
        word = text.toString();
        return word;
    }

    @Override
    public boolean hasNext() {
        return peekWord() != null;
    }

    @Override
    public String next() {
        String text = peekWord();
        if (text == null) {
            throw new NoSuchElementException();
        }
        word = null;
        return text;
    }

    private String number() {
        String text = peekWord();
        if (text == null) {
            throw new NoSuchElementException();
        }
        return text;
    }

    private String integer() {
        String text = number();
        if (!isInteger(text)) {
            throw new InputMismatchException();
        }
        return text;
    }

    private static boolean isInteger(String text) {
        return Decimal.wrong(text) >= 0 || isNumberOtherwise(text);
    }

    private static boolean isDecimal(String text) {
        int length = text.length();
        int start = sign(text, 0);
        if (start < length && (text.charAt(start) == 'N' || text.charAt(start) == 'I')) {
            String rest = text.substring(start);
            return rest.equals("NaN") || rest.equals("Infinity") || isNumberOtherwise(text);
        }
        int end = digits(text, start);
        int count = end - start;
        if (end < length && text.charAt(end) == '.') {
            int point = end;
            end = digits(text, point + 1);
            count += end - point - 1;
        }
        if (count > 0 && end < length && (text.charAt(end) == 'e' || text.charAt(end) == 'E')) {
            int exponent = sign(text, end + 1);
            int last = digits(text, exponent);
            end = last > exponent ? last : end;
        }
        return count > 0 && end == length || isNumberOtherwise(text);
    }

    /** Behind a sign, if there is one. */
    private static int sign(String text, int at) {
        return at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+') ? at + 1 : at;
    }

    /** Behind the digits. */
    private static int digits(String text, int at) {
        int end = at;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        return end;
    }

    /** Numbers with groups of digits, or with digits of other scripts, are not modelled. */
    private static boolean isNumberOtherwise(String text) {
        if (Decimal.has(text, ',') || !Decimal.isAscii(text)) {
            throw Intrinsics.unsupported("Scanner: numbers with groups of digits or of other scripts");
        }
        return false;
    }

    public int nextInt() {
        try {
            int value = Integer.parseInt(integer());
            word = null;
            return value;
        } catch (NumberFormatException exception) {
            throw new InputMismatchException(exception.getMessage());
        }
    }

    public boolean hasNextInt() {
        try {
            String text = peekWord();
            if (text == null) {
                return false;
            }
            if (!isInteger(text)) {
                return false;
            }
            Integer.parseInt(text);
            return true;
        } catch (NumberFormatException exception) {
            return false;
        }
    }

    public long nextLong() {
        try {
            long value = Long.parseLong(integer());
            word = null;
            return value;
        } catch (NumberFormatException exception) {
            throw new InputMismatchException(exception.getMessage());
        }
    }

    public double nextDouble() {
        String text = number();
        if (!isDecimal(text)) {
            throw new InputMismatchException();
        }
        double value = Double.parseDouble(text);
        word = null;
        return value;
    }

    public boolean nextBoolean() {
        String text = number();
        boolean truth = text.equalsIgnoreCase("true");
        if (!truth && !text.equalsIgnoreCase("false")) {
            throw new InputMismatchException();
        }
        word = null;
        return truth;
    }

    public boolean hasNextLine() {
        return word != null || peek() >= 0;
    }

    public String nextLine() {
        StringBuilder line = new StringBuilder();
        if (word != null) {
            line.append(word);
            word = null;
        } else if (peek() < 0) {
            throw new NoSuchElementException("No line found");
        }
        while (peek() >= 0 && ahead != '\n' && ahead != '\r') {
            line.append((char) ahead);
            peeked = false;
        }
        if (ahead == '\r') {
            peeked = false;
            peek();
        }
        if (ahead == '\n') {
            peeked = false;
        }
        return line.toString();
    }

    @Override
    public void remove() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        closed = true;
    }
}
