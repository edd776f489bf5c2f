package klew.runtime;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.temporal.TemporalAccessor;
import java.util.Calendar;
import java.util.Date;
import java.util.DuplicateFormatFlagsException;
import java.util.FormatFlagsConversionMismatchException;
import java.util.FormatFailures;
import java.util.Formattable;
import java.util.Formatter;
import java.util.IllegalFormatCodePointException;
import java.util.IllegalFormatConversionException;
import java.util.IllegalFormatFlagsException;
import java.util.IllegalFormatPrecisionException;
import java.util.IllegalFormatWidthException;
import java.util.MissingFormatWidthException;
import java.util.UnknownFormatConversionException;

/** One directive of a format: `%`, index, flags, width, precision and conversion. */
final class Directive {
    static final int LEFT = 1;
    static final int UPPER = 2;
    static final int ALTERNATE = 4;
    static final int PLUS = 8;
    static final int SPACE = 16;
    static final int ZERO = 32;
    static final int GROUP = 64;
    static final int PARENTHESES = 128;
    static final int PREVIOUS = 256;
    /** The characters of the flags, in the order in which messages list them, and their bits. */
    private static final String LISTED = "-^#+ 0,(<";
    private static final int[] BITS = {LEFT, UPPER, ALTERNATE, PLUS, SPACE, ZERO, GROUP, PARENTHESES, PREVIOUS};

    final int begin;
    final int end;
    /** The argument: 1, 2, …; 0 for the next one, -1 for the one before, -2 for none. */
    int index;
    int flags;
    int width = -1;
    int precision = -1;
    private boolean time;
    char conversion;

    Directive(int begin, int end) {
        this.begin = begin;
        this.end = end;
    }

    /** The bit of a flag, or 0. */
    static int flag(char c) {
        int place = c == '^' ? -1 : LISTED.indexOf(c);
        return place < 0 ? 0 : BITS[place];
    }

    private static String describe(int flags) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < BITS.length; i++) {
            if ((flags & BITS[i]) != 0) {
                text.append(LISTED.charAt(i));
            }
        }
        return text.toString();
    }

    boolean has(int flag) {
        return (flags & flag) != 0;
    }

    boolean isText() {
        return !time && (conversion == 'n' || conversion == '%');
    }

    /** A number without a sign; -1 if it is too large. */
    private static int number(String digits) {
        long value = 0;
        for (int i = 0; i < digits.length(); i++) {
            value = value * 10 + digits.charAt(i) - '0';
            if (value > Integer.MAX_VALUE) {
                return -1;
            }
        }
        return (int) value;
    }

    void index(String digits) {
        if (digits != null) {
            index = number(digits);
            if (index <= 0) {
                throw FormatFailures.index(index < 0 ? Integer.MIN_VALUE : index);
            }
        }
    }

    void flags(String format, int from, int to) {
        for (int i = from; i < to; i++) {
            int flag = flag(format.charAt(i));
            if (has(flag)) {
                throw new DuplicateFormatFlagsException(describe(flag));
            }
            flags |= flag;
        }
        if (has(PREVIOUS)) {
            index = -1;
        }
    }

    void width(String digits) {
        if (!digits.isEmpty()) {
            width = number(digits);
            if (width < 0) {
                throw new IllegalFormatWidthException(Integer.MIN_VALUE);
            }
        }
    }

    void precision(String digits) {
        if (!digits.isEmpty()) {
            precision = number(digits);
            if (precision < 0) {
                throw new IllegalFormatPrecisionException(Integer.MIN_VALUE);
            }
        }
    }

    /** Sets the conversion and looks whether all goes together. */
    void conversion(char prefix, char c) {
        conversion = c;
        time = prefix != 0;
        if (time) {
            flags |= prefix == 'T' ? UPPER : 0;
            checkTime();
            return;
        }
        if ("bBsShHcCdoxXeEgGfaAn%".indexOf(c) < 0) {
            throw new UnknownFormatConversionException(String.valueOf(c));
        }
        if (c >= 'A' && c <= 'Z') {
            flags |= UPPER;
            conversion = (char) (c + 32);
        }
        switch (conversion) {
            case 'b':
            case 's':
            case 'h':
                if (conversion != 's') {
                    refuse(ALTERNATE);
                }
                checkWidth(LEFT);
                refuse(PLUS, SPACE, ZERO, GROUP, PARENTHESES);
                break;
            case 'c':
                refusePrecision();
                refuse(ALTERNATE, PLUS, SPACE, ZERO, GROUP, PARENTHESES);
                checkWidth(LEFT);
                break;
            case 'd':
            case 'o':
            case 'x':
                checkNumber();
                refusePrecision();
                refuse(conversion == 'd' ? ALTERNATE : GROUP);
                break;
            case 'n':
            case '%':
                index = -2;
                checkText();
                break;
            default:
                checkFloat();
        }
    }

    private void checkTime() {
        refusePrecision();
        if ("HIklMNLQpsSTzZaAbBCdehjmyYrRTcDF".indexOf(conversion) < 0) {
            throw new UnknownFormatConversionException("t" + conversion);
        }
        refuse(ALTERNATE, PLUS, SPACE, ZERO, GROUP, PARENTHESES);
        checkWidth(LEFT);
    }

    private void checkText() {
        refusePrecision();
        if (conversion == '%') {
            if ((flags & ~LEFT) != 0) {
                throw new IllegalFormatFlagsException(describe(flags));
            }
            checkWidth(LEFT);
            return;
        }
        if (width != -1) {
            throw new IllegalFormatWidthException(width);
        }
        if (flags != 0) {
            throw new IllegalFormatFlagsException(describe(flags));
        }
    }

    private void checkNumber() {
        checkWidth(LEFT | ZERO);
        if (has(PLUS) && has(SPACE) || has(LEFT) && has(ZERO)) {
            throw new IllegalFormatFlagsException(describe(flags));
        }
    }

    private void checkFloat() {
        checkNumber();
        if (conversion == 'a') {
            refuse(PARENTHESES, GROUP);
        } else if (conversion == 'e') {
            refuse(GROUP);
        } else if (conversion == 'g') {
            refuse(ALTERNATE);
        }
    }

    private void checkWidth(int needing) {
        if (width == -1 && has(needing)) {
            throw new MissingFormatWidthException(toString());
        }
    }

    private void refusePrecision() {
        if (precision != -1) {
            throw new IllegalFormatPrecisionException(precision);
        }
    }

    void refuse(int... refused) {
        for (int flag : refused) {
            if (has(flag)) {
                throw new FormatFlagsConversionMismatchException(describe(flag), conversion);
            }
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("%").append(describe(flags & ~UPPER));
        if (index > 0) {
            text.append(index).append('$');
        }
        if (width != -1) {
            text.append(width);
        }
        if (precision != -1) {
            text.append('.').append(precision);
        }
        if (time) {
            text.append(has(UPPER) ? 'T' : 't');
        }
        return text.append(has(UPPER) ? Character.toUpperCase(conversion) : conversion).toString();
    }

    /** Writes the argument. */
    void print(Format to, Object argument) {
        if (time) {
            printTime(to, argument);
            return;
        }
        switch (conversion) {
            case 'n':
                to.put("\n", -1, false);
                break;
            case '%':
                putText(to, "%");
                break;
            case 'b':
                boolean truth = argument instanceof Boolean ? ((Boolean) argument).booleanValue() : argument != null;
                putText(to, truth ? "true" : "false");
                break;
            case 'h':
                int hash = argument == null ? 0 : argument.hashCode();
                if (to.isKept()) {
                    putText(to, argument == null ? "null" : Integer.toHexString(hash));
                }
                break;
            case 's':
                printString(to, argument);
                break;
            case 'c':
                printCharacter(to, argument);
                break;
            default:
                if (argument == null) {
                    putText(to, "null");
                } else if (conversion == 'd' || conversion == 'o' || conversion == 'x') {
                    printWhole(to, argument);
                } else {
                    printFraction(to, argument);
                }
        }
    }

    private void printTime(Format to, Object argument) {
        if (argument == null) {
            putText(to, "null");
            return;
        }
        if (argument instanceof Long || argument instanceof Date || argument instanceof Calendar
                || argument instanceof TemporalAccessor) {
            throw Intrinsics.unsupported("String.format with %t");
        }
        throw mismatch(argument);
    }

    private IllegalFormatConversionException mismatch(Object argument) {
        return new IllegalFormatConversionException(conversion, argument.getClass());
    }

    /** Text that is cut to the precision and filled up to the width. */
    private void putText(Format to, String text) {
        String cut = precision != -1 && precision < text.length() ? text.substring(0, precision) : text;
        putPadded(to, has(UPPER) ? cut.toUpperCase(to.locale()) : cut);
    }

    private void putPadded(Format to, String text) {
        to.put(text, width, has(LEFT));
    }

    private void printString(Format to, Object argument) {
        if (argument instanceof Formattable) {
            Formatter formatter = new Formatter(to.target(), to.locale());
            ((Formattable) argument).formatTo(formatter, flags, width, precision);
            return;
        }
        refuse(ALTERNATE);
        if (argument == null) {
            putText(to, "null");
        } else if (to.isKept() || !(isWhole(argument) || argument instanceof Double || argument instanceof Float)) {
            String text = argument.toString();
            if (text == null && precision == -1 && !has(UPPER)) {
                putNull(to);
            } else {
                putText(to, text);
            }
        }
    }

    /** What `toString` gave is null: that is written, but has no length to fill up. */
    private void putNull(Format to) {
        if (width != -1) {
            throw Failures.nullReference();
        }
        to.put("null", -1, false);
    }

    private void printCharacter(Format to, Object argument) {
        String text;
        if (argument == null) {
            text = "null";
        } else if (argument instanceof Character) {
            text = argument.toString();
        } else if (argument instanceof Byte || argument instanceof Short || argument instanceof Integer) {
            int point = ((Number) argument).intValue();
            if (!Character.isValidCodePoint(point)) {
                throw new IllegalFormatCodePointException(point);
            }
            text = to.isKept() ? Character.toString(point) : "";
        } else {
            throw mismatch(argument);
        }
        if (to.isKept()) {
            putText(to, text);
        }
    }

    private static boolean isWhole(Object argument) {
        return argument instanceof Integer || argument instanceof Long || argument instanceof Short
                || argument instanceof Byte;
    }

    private void printWhole(Format to, Object argument) {
        if (argument instanceof BigInteger) {
            printBig(to, (BigInteger) argument);
            return;
        }
        if (!isWhole(argument)) {
            throw mismatch(argument);
        }
        if (conversion != 'd') {
            refuse(PARENTHESES, SPACE, PLUS);
        }
        if (!to.isKept()) {
            return;
        }
        long value = ((Number) argument).longValue();
        if (conversion == 'd') {
            String digits = Long.toString(value);
            boolean negative = value < 0;
            putNumber(to, negative, "", negative ? digits.substring(1) : digits);
            return;
        }
        if (argument instanceof Integer) {
            value = value & 0xffffffffL;
        } else if (argument instanceof Short) {
            value = value & 0xffffL;
        } else if (argument instanceof Byte) {
            value = value & 0xffL;
        }
        putBits(to, false, conversion == 'o' ? Long.toOctalString(value) : Long.toHexString(value));
    }

    private void printBig(Format to, BigInteger value) {
        if (!to.isKept()) {
            return;
        }
        boolean negative = value.signum() < 0;
        if (conversion == 'd') {
            putNumber(to, negative, "", value.abs().toString());
        } else {
            putBits(to, negative, value.abs().toString(conversion == 'o' ? 8 : 16));
        }
    }

    private void putBits(Format to, boolean negative, String digits) {
        boolean upper = has(UPPER);
        String mark = !has(ALTERNATE) ? "" : conversion == 'o' ? "0" : upper ? "0X" : "0x";
        putSigned(to, negative, mark, upper ? digits.toUpperCase() : digits, "");
    }

    /** Digits with a decimal point or without, in the way of the locale. */
    void putNumber(Format to, boolean negative, String mark, String digits) {
        putNumber(to, negative, digits, "", true);
    }

    void putNumber(Format to, boolean negative, String digits, String exponent, boolean localized) {
        String shown = localized ? Separators.localized(to.locale(), digits, has(GROUP)) : digits;
        putSigned(to, negative, "", shown, exponent);
    }

    /** Sign, mark, zeros up to the width, digits, exponent. */
    private void putSigned(Format to, boolean negative, String mark, String digits, String exponent) {
        StringBuilder text = new StringBuilder();
        if (negative) {
            text.append(has(PARENTHESES) ? '(' : '-');
        } else if (has(PLUS)) {
            text.append('+');
        } else if (has(SPACE)) {
            text.append(' ');
        }
        boolean closed = negative && has(PARENTHESES);
        text.append(mark);
        if (has(ZERO)) {
            int missing = width - text.length() - digits.length() - exponent.length() - (closed ? 1 : 0);
            for (int i = 0; i < missing; i++) {
                text.append('0');
            }
        }
        text.append(digits).append(exponent);
        if (closed) {
            text.append(')');
        }
        putPadded(to, text.toString());
    }

    private void printFraction(Format to, Object argument) {
        if (argument instanceof BigDecimal) {
            if (conversion == 'a') {
                throw mismatch(argument);
            }
            if (to.isKept()) {
                BigDecimal value = (BigDecimal) argument;
                Fraction fraction = new Fraction(this, to, value.signum() < 0);
                fraction.print(value.abs());
            }
            return;
        }
        if (!(argument instanceof Double) && !(argument instanceof Float)) {
            throw mismatch(argument);
        }
        if (!to.isKept()) {
            return;
        }
        double value = ((Number) argument).doubleValue();
        if (value != value) {
            putPadded(to, has(UPPER) ? "NAN" : "NaN");
            return;
        }
        boolean negative = Intrinsics.doubleToBits(value) < 0;
        if (Double.isInfinite(value)) {
            flags &= ~ZERO;
            putNumber(to, negative, has(UPPER) ? "INFINITY" : "Infinity", "", false);
            return;
        }
        new Fraction(this, to, negative).print(Intrinsics.abs(value));
    }
}
