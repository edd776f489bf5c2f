package java.util;

import java.io.Closeable;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import klew.runtime.Decimal;
import klew.runtime.Intrinsics;

/**
 * Words, numbers and lines, separated by white space. What is looked at stays in front of the scanner until it is taken, and no
 * more is looked at than an answer needs: an integer is refused at its first character that is wrong, so that those behind it
 * make no paths.
 */
public final class Scanner implements Iterator<String>, Closeable {
    /** What has no integer, or was not asked for. */
    private static final int NONE = -1;
    private static final int UNKNOWN = -2;

    private final Reader reader;
    private boolean closed;
    /** Whether the reader came to its end, which stays so. */
    private boolean ended;
    /** What was read; what is before `first` was taken. */
    private final StringBuilder text = new StringBuilder();
    private int first;
    /** Where the next word begins or the text ends, seen from `first`. */
    private int word = UNKNOWN;
    /** Behind the integer that the next word is. */
    private int integer = UNKNOWN;
    /** Whether there is a line that was asked for and is not taken: the JDK gives it even after it was closed. */
    private boolean knowsLine;

    public Scanner(InputStream stream) {
        this.reader = new InputStreamReader(stream);
    }

    public Scanner(Readable reader) {
        if (!(Objects.requireNonNull(reader, "source") instanceof Reader)) {
            throw Intrinsics.unsupported("Scanner of a Readable that is no Reader");
        }
        this.reader = (Reader) reader;
    }

    public Scanner(String text) {
        this.reader = new StringReader(text);
    }

    public Scanner(File file) throws FileNotFoundException {
        this.reader = new InputStreamReader(new FileInputStream(file));
    }

    private void ensureOpen() {
        if (closed) {
            throw new IllegalStateException("Scanner closed");
        }
    }

    /** The character so far ahead, or -1 behind the end. */
    private int at(int index) {
        while (first + index >= text.length()) {
            int next = ended ? -1 : read();
            if (next < 0) {
                ended = true;
                return -1;
            }
            text.append((char) next);
        }
        return text.charAt(first + index);
    }

    private int read() {
        try {
            return reader.read();
        } catch (IOException exception) {
            return -1;
        }
    }

    /** So many characters, which are taken. */
    private String take(int count) {
        String taken = text.substring(first, first + count);
        pass(count);
        return taken;
    }

    private void pass(int count) {
        first += count;
        if (first == text.length()) {
            text.setLength(0);
            first = 0;
        }
        word = UNKNOWN;
        integer = UNKNOWN;
    }

    /** Where the next word begins, or the text ends. */
    private int word() {
        ensureOpen();
        knowsLine = false;
        if (word == UNKNOWN) {
            int start = 0;
            int next = at(0);
            while (next >= 0 && Character.isWhitespace(next)) {
                if (start > 0 && !Intrinsics.isKnown(next)) {
                    // Each number of them would be a path, and a program that asks for words sees no difference.
                    throw Intrinsics.bound("words that a Scanner reads are apart by one white space");
                }
                start++;
                next = at(start);
            }
            word = start;
        }
        return word;
    }

    /** Goes to where the next word begins. */
    private void begin() {
        int start = word();
        if (start > 0) {
            int known = integer;
            pass(start);
            word = 0;
            integer = known < 0 ? known : known - start;
        }
        if (at(0) < 0) {
            throw new NoSuchElementException();
        }
    }

    /** Behind the word that begins there. */
    private int end(int start) {
        int end = start;
        while (!isEnd(at(end))) {
            end++;
        }
        return end;
    }

    private static boolean isEnd(int next) {
        return next < 0 || Character.isWhitespace(next);
    }

    /** Whether there is a word; white space before it is not taken. */
    @Override
    public boolean hasNext() {
        boolean known = knowsLine;
        int start = word();
        knowsLine = known;
        return at(start) >= 0;
    }

    @Override
    public String next() {
        begin();
        return take(end(0));
    }

    /** The next word, which is not taken, or null. */
    private String peek() {
        int start = word();
        if (at(start) < 0) {
            return null;
        }
        int end = end(start);
        return text.substring(first + start, first + end);
    }

    /** Behind the integer that the next word is, or `NONE`. */
    private int integer() {
        int start = word();
        if (integer == UNKNOWN) {
            integer = endOfInteger(start);
        }
        return integer;
    }

    /** Behind digits with a sign, perhaps in groups of three, if the word that begins there has nothing else. */
    private int endOfInteger(int start) {
        int at = start;
        int next = at(at);
        if ((next - '+' & ~2) == 0) {
            at++;
            next = at(at);
        }
        int begin = at;
        boolean grouped = false;
        int digits = 0;
        while (isDigit(next)) {
            digits++;
            at++;
            next = at(at);
            if (grouped && digits > 3) {
                return NONE;
            }
            if (next == ',' && (grouped ? digits == 3 : digits <= 3 && at(begin) != '0')) {
                grouped = true;
                digits = 0;
                at++;
                next = at(at);
            }
        }
        boolean whole = grouped ? digits == 3 : digits > 0;
        return whole && isEnd(next) ? at : NONE;
    }

    /** Digits of all scripts count; where the input may have them, each number of them would be a path for each place. */
    private static boolean isDigit(int next) {
        if (next < 0x80) {
            return next >= '0' & next <= '9';
        }
        boolean half = next >= 0xd800 & next < 0xe000;
        boolean digit = Character.isDigit(next);
        if (half | digit) {
            if (!Intrinsics.isKnown(next)) {
                throw Intrinsics.bound("numbers that a Scanner reads have no digits of other scripts");
            }
            if (half) {
                throw Intrinsics.unsupported("Scanner: digits beyond the basic plane");
            }
        }
        return digit;
    }

    /** The digits up to there with their sign, without what is between groups. */
    private String digits(int end) {
        int start = word();
        StringBuilder digits = new StringBuilder();
        for (int i = start; i < end; i++) {
            int next = at(i);
            if (next != ',') {
                digits.append((char) next);
            }
        }
        return digits.toString();
    }

    /** The digits of the next word, which must be an integer. */
    private String nextDigits() {
        knowsLine = false;
        begin();
        int end = integer();
        if (end == NONE) {
            throw new InputMismatchException();
        }
        return digits(end);
    }

    public int nextInt() {
        try {
            int value = Integer.parseInt(nextDigits());
            pass(integer);
            return value;
        } catch (NumberFormatException exception) {
            throw new InputMismatchException(exception.getMessage());
        }
    }

    public boolean hasNextInt() {
        try {
            int end = integer();
            if (end == NONE) {
                return false;
            }
            Integer.parseInt(digits(end));
            return true;
        } catch (NumberFormatException exception) {
            return false;
        }
    }

    public long nextLong() {
        try {
            long value = Long.parseLong(nextDigits());
            pass(integer);
            return value;
        } catch (NumberFormatException exception) {
            throw new InputMismatchException(exception.getMessage());
        }
    }

    public boolean hasNextLong() {
        try {
            int end = integer();
            if (end == NONE) {
                return false;
            }
            Long.parseLong(digits(end));
            return true;
        } catch (NumberFormatException exception) {
            return false;
        }
    }

    private static boolean isDecimal(String text) {
        int length = text.length();
        int start = sign(text, 0);
        if (start < length && (text.charAt(start) == 'N' || text.charAt(start) == 'I')) {
            String rest = text.substring(start);
            return rest.equals("NaN") || rest.equals("Infinity") || isDecimalOtherwise(text);
        }
        int end = decimals(text, start);
        int count = end - start;
        if (end < length && text.charAt(end) == '.') {
            int point = end;
            end = decimals(text, point + 1);
            count += end - point - 1;
        }
        if (count > 0 && end < length && (text.charAt(end) == 'e' || text.charAt(end) == 'E')) {
            int exponent = sign(text, end + 1);
            int last = decimals(text, exponent);
            end = last > exponent ? last : end;
        }
        return count > 0 && end == length || isDecimalOtherwise(text);
    }

    /** Behind a sign, if there is one. */
    private static int sign(String text, int at) {
        return at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+') ? at + 1 : at;
    }

    /** Behind the digits. */
    private static int decimals(String text, int at) {
        int end = at;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        return end;
    }

    /** Numbers with groups of digits, of other scripts and hexadecimal ones are not modelled. */
    private static boolean isDecimalOtherwise(String text) {
        int start = sign(text, 0);
        boolean hexadecimal = start + 1 < text.length() && text.charAt(start) == '0' && (text.charAt(start + 1) | 0x20) == 'x';
        if (hexadecimal || Decimal.has(text, ',') || !Decimal.isAscii(text)) {
            throw Intrinsics.unsupported("Scanner: numbers in groups of digits, of other scripts or hexadecimal ones");
        }
        return false;
    }

    public double nextDouble() {
        knowsLine = false;
        begin();
        String text = peek();
        if (!isDecimal(text)) {
            throw new InputMismatchException();
        }
        double value = Double.parseDouble(text);
        pass(text.length());
        return value;
    }

    public boolean hasNextDouble() {
        String text = peek();
        return text != null && isDecimal(text);
    }

    public boolean nextBoolean() {
        knowsLine = false;
        begin();
        String text = peek();
        boolean truth = is(text, "true");
        if (!truth && !is(text, "false")) {
            throw new InputMismatchException();
        }
        pass(text.length());
        return truth;
    }

    public boolean hasNextBoolean() {
        String text = peek();
        return text != null && (is(text, "true") || is(text, "false"));
    }

    /** Whether it is that word but for the case of letters of ASCII. */
    private static boolean is(String text, String word) {
        return text.equalsIgnoreCase(word) && Decimal.isAscii(text);
    }

    public boolean hasNextLine() {
        ensureOpen();
        knowsLine = at(0) >= 0;
        return knowsLine;
    }

    public String nextLine() {
        if (closed && knowsLine) {
            throw Intrinsics.unsupported("Scanner.nextLine of a scanner that was closed after hasNextLine");
        }
        ensureOpen();
        knowsLine = false;
        if (at(0) < 0) {
            throw new NoSuchElementException("No line found");
        }
        int end = 0;
        int next = at(0);
        while (next >= 0 && !endsLine(next)) {
            end++;
            next = at(end);
        }
        String line = take(end);
        if (next >= 0) {
            pass(next == '\r' && at(1) == '\n' ? 2 : 1);
        }
        return line;
    }

    private static boolean endsLine(int next) {
        return next == '\n' | next == '\r' | next == 0x85 | (next & ~1) == 0x2028;
    }

    @Override
    public void remove() {
        throw new UnsupportedOperationException();
    }

    /** The source is closed as well, so what else reads from it fails. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            reader.close();
        } catch (IOException exception) {
            // As in the JDK, it is only kept for whoever asks.
        }
    }
}
