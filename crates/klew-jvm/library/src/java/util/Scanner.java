package java.util;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
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
        while (peek() >= 0 && Character.isWhitespace(ahead)) {
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

    public int nextInt() {
        try {
            int value = Integer.parseInt(number());
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
            Integer.parseInt(text);
            return true;
        } catch (NumberFormatException exception) {
            return false;
        }
    }

    public long nextLong() {
        try {
            long value = Long.parseLong(number());
            word = null;
            return value;
        } catch (NumberFormatException exception) {
            throw new InputMismatchException(exception.getMessage());
        }
    }

    public double nextDouble() {
        try {
            double value = Double.parseDouble(number());
            word = null;
            return value;
        } catch (NumberFormatException exception) {
            throw new InputMismatchException(exception.getMessage());
        }
    }

    public boolean nextBoolean() {
        String text = number();
        boolean truth = text.equalsIgnoreCase("true");
        if (!truth && !text.equalsIgnoreCase("false")) {
            throw new InputMismatchException("For input string: \"" + text + "\"");
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
    public void close() {
        closed = true;
    }
}
