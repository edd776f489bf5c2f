package java.lang;

import java.io.Serializable;
import java.io.UnsupportedEncodingException;
import java.lang.constant.Constable;
import java.lang.constant.ConstantDesc;
import java.lang.invoke.MethodHandles;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import klew.runtime.Encoding;
import klew.runtime.Failures;
import klew.runtime.Format;
import klew.runtime.Inputs;
import klew.runtime.Intrinsics;

/** Strings as arrays of UTF-16 units. */
public final class String implements Serializable, Comparable<String>, CharSequence, Constable, ConstantDesc {
    public static final Comparator<String> CASE_INSENSITIVE_ORDER = new CaseInsensitive();

    final char[] value;

    /** Strings that were interned and are no literals. */
    private static Interned interned;

    private static final class Interned {
        final String text;
        final Interned next;

        Interned(String text, Interned next) {
            this.text = text;
            this.next = next;
        }
    }

    private static final class CaseInsensitive implements Comparator<String>, Serializable {
        public int compare(String left, String right) {
            return left.compareToIgnoreCase(right);
        }
    }

    private String(char[] value, boolean shared) {
        this.value = value;
    }

    /** A string of this content, which is not copied. */
    public static String sharing(char[] content) {
        return new String(content, true);
    }

    public String() {
        this.value = new char[0];
    }

    public String(String original) {
        this.value = original.value;
    }

    public String(char[] content) {
        this(content, 0, content.length);
    }

    public String(char[] content, int offset, int count) {
        checkRange(offset, count, content.length);
        this.value = new char[count];
        if (count > 0) {
            Intrinsics.copy(content, offset, this.value, 0, count);
        }
    }

    public String(int[] codePoints, int offset, int count) {
        checkRange(offset, count, codePoints.length);
        StringBuilder text = new StringBuilder(count);
        for (int i = offset; i < offset + count; i++) {
            if (!Character.isValidCodePoint(codePoints[i])) {
                throw new IllegalArgumentException(Integer.toString(codePoints[i]));
            }
            text.appendCodePoint(codePoints[i]);
        }
        this.value = text.toString().value;
    }

    public String(byte[] bytes) {
        this.value = Encoding.decode(bytes, 0, bytes.length);
    }

    public String(byte[] bytes, int offset, int count) {
        checkRange(offset, count, bytes.length);
        this.value = Encoding.decode(bytes, offset, count);
    }

    public String(byte[] bytes, Charset charset) {
        this.value = Encoding.decode(bytes, 0, bytes.length, Objects.requireNonNull(charset).name());
    }

    public String(byte[] bytes, int offset, int count, Charset charset) {
        Objects.requireNonNull(charset);
        checkRange(offset, count, bytes.length);
        this.value = Encoding.decode(bytes, offset, count, charset.name());
    }

    public String(byte[] bytes, String charset) throws UnsupportedEncodingException {
        this.value = Encoding.decode(bytes, 0, bytes.length, checked(charset));
    }

    public String(byte[] bytes, int offset, int count, String charset) throws UnsupportedEncodingException {
        String found = checked(charset);
        checkRange(offset, count, bytes.length);
        this.value = Encoding.decode(bytes, offset, count, found);
    }

    private static String checked(String charset) throws UnsupportedEncodingException {
        return Encoding.check(Objects.requireNonNull(charset));
    }

    /** Each byte is the low one of a character, whose high one is given. */
    @Deprecated
    public String(byte[] bytes, int high, int offset, int count) {
        checkRange(offset, count, bytes.length);
        this.value = new char[count];
        for (int i = 0; i < count; i++) {
            this.value[i] = (char) (high << 8 | bytes[offset + i] & 0xff);
        }
    }

    @Deprecated
    public String(byte[] bytes, int high) {
        this(bytes, high, 0, bytes.length);
    }

    public String(StringBuffer buffer) {
        this.value = buffer.toString().value;
    }

    public String(StringBuilder builder) {
        this.value = builder.toString().value;
    }

    private static void checkRange(int offset, int count, int length) {
        if (offset < 0 || count < 0 || offset > length - count) {
            throw Failures.stringRange(Throwable.PART, offset, count, length);
        }
    }

    static void checkBounds(int begin, int end, int length) {
        if (begin < 0 || begin > end || end > length) {
            throw Failures.stringRange(Throwable.BEGIN_END, begin, end, length);
        }
    }

    public int length() {
        return value.length;
    }

    public boolean isEmpty() {
        return value.length == 0;
    }

    public char charAt(int index) {
        if (index < 0 || index >= value.length) {
            throw Failures.character(this, index);
        }
        return value[index];
    }

    public int codePointAt(int index) {
        if (index < 0 || index >= value.length) {
            throw Failures.stringIndex(index, value.length);
        }
        return Character.codePointAt(value, index, value.length);
    }

    public int codePointBefore(int index) {
        if (index < 1 || index > value.length) {
            throw Failures.stringRange(Throwable.POSITION, index, 0, 0);
        }
        return Character.codePointBefore(value, index);
    }

    public int codePointCount(int begin, int end) {
        if (begin < 0 || begin > end || end > value.length) {
            throw new IndexOutOfBoundsException();
        }
        return Character.codePointCount(value, begin, end - begin);
    }

    public int offsetByCodePoints(int index, int count) {
        return Character.offsetByCodePoints(this, index, count);
    }

    public void getChars(int begin, int end, char[] target, int at) {
        checkBounds(begin, end, value.length);
        checkRange(at, end - begin, target.length);
        if (end > begin) {
            Intrinsics.copy(value, begin, target, at, end - begin);
        }
    }

    public void getBytes(int begin, int end, byte[] target, int at) {
        checkBounds(begin, end, value.length);
        checkRange(at, end - begin, target.length);
        for (int i = begin; i < end; i++) {
            target[at + i - begin] = (byte) value[i];
        }
    }

    public byte[] getBytes() {
        return Encoding.encode(value);
    }

    public byte[] getBytes(String charset) throws UnsupportedEncodingException {
        return Encoding.encode(value, checked(charset));
    }

    public byte[] getBytes(Charset charset) {
        return Encoding.encode(value, Objects.requireNonNull(charset).name());
    }

    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        return other instanceof String && sameContent(((String) other).value);
    }

    private boolean sameContent(char[] other) {
        char[] own = value;
        int length = own.length;
        if (length != other.length) {
            return false;
        }
        if (own == other) {
            return true;
        }
        if (Inputs.isLong(length)) {
            // As long as the other, whose length may be known.
            length = other.length;
            if (Inputs.isLong(length)) {
                if (!Inputs.same(own, 0, other, 0, length)) {
                    return false;
                }
                Intrinsics.assume(Inputs.digest(own) == Inputs.digest(other));
                return true;
            }
            if (!isAt(0, other)) {
                return false;
            }
            Intrinsics.assume(Inputs.digest(own) == hash(other));
            return true;
        }
        int difference = 0;
        for (int i = 0; i < length; i++) {
            difference |= own[i] ^ other[i];
        }
        return difference == 0;
    }

    public boolean contentEquals(StringBuffer other) {
        return sameContent(((CharSequence) other).toString().value);
    }

    public boolean contentEquals(CharSequence other) {
        return sameContent(other.toString().value);
    }

    public boolean equalsIgnoreCase(String other) {
        return other != null
                && other.value.length == value.length
                && Cases.same(value, 0, other.value, 0, value.length);
    }

    public int compareTo(String other) {
        char[] left = value;
        char[] right = other.value;
        int shorter = Math.min(left.length, right.length);
        if (Inputs.isLong(shorter)) {
            return Inputs.compare(left, right);
        }
        for (int i = 0; i < shorter; i++) {
            if (left[i] != right[i]) {
                return left[i] - right[i];
            }
        }
        return left.length - right.length;
    }

    public int compareToIgnoreCase(String other) {
        int difference = Cases.compare(value, 0, value.length, other.value, 0, other.value.length);
        return difference != 0 ? difference : value.length - other.value.length;
    }

    public boolean regionMatches(int from, String other, int otherFrom, int count) {
        return regionMatches(false, from, other, otherFrom, count);
    }

    public boolean regionMatches(boolean ignoreCase, int from, String other, int otherFrom, int count) {
        char[] right = other.value;
        if (otherFrom < 0 || from < 0 || from > (long) value.length - count
                || otherFrom > (long) right.length - count) {
            return false;
        }
        if (ignoreCase) {
            return Cases.same(value, from, right, otherFrom, count);
        }
        if (Inputs.isLong(count)) {
            return Inputs.same(value, from, right, otherFrom, count);
        }
        int difference = 0;
        for (int i = 0; i < count; i++) {
            difference |= value[from + i] ^ right[otherFrom + i];
        }
        return difference == 0;
    }

    public boolean startsWith(String prefix, int from) {
        return from >= 0 && regionMatches(false, from, prefix, 0, prefix.value.length);
    }

    public boolean startsWith(String prefix) {
        return regionMatches(false, 0, prefix, 0, prefix.value.length);
    }

    public boolean endsWith(String suffix) {
        int from = value.length - suffix.value.length;
        return from >= 0 && regionMatches(false, from, suffix, 0, suffix.value.length);
    }

    public int hashCode() {
        return Inputs.isLong(value.length) ? Inputs.digest(value) : hash(value);
    }

    private static int hash(char[] content) {
        int hash = 0;
        for (int i = 0; i < content.length; i++) {
            hash = 31 * hash + content[i];
        }
        return hash;
    }

    public int indexOf(int character) {
        return indexOf(character, 0);
    }

    public int indexOf(int character, int from) {
        if (character > Character.MAX_VALUE) {
            return character > Character.MAX_CODE_POINT ? -1 : indexOf(Character.toString(character), from);
        }
        char[] own = value;
        if (Inputs.isLong(own.length)) {
            // No element is less than 0.
            return character < 0
                    ? -1
                    : Inputs.place(own, Math.max(from, 0), own.length - 1, (char) character, true);
        }
        for (int i = Math.max(from, 0); i < own.length; i++) {
            if (own[i] == character) {
                return i;
            }
        }
        return -1;
    }

    public int indexOf(int character, int from, int end) {
        checkBounds(from, end, value.length);
        int index = indexOf(character, from);
        return index < end ? index : -1;
    }

    public int lastIndexOf(int character) {
        return lastIndexOf(character, value.length - 1);
    }

    public int lastIndexOf(int character, int from) {
        if (character > Character.MAX_VALUE) {
            return character > Character.MAX_CODE_POINT ? -1 : lastIndexOf(Character.toString(character), from);
        }
        char[] own = value;
        if (Inputs.isLong(own.length)) {
            return character < 0
                    ? -1
                    : Inputs.place(own, 0, Math.min(from, own.length - 1), (char) character, false);
        }
        for (int i = Math.min(from, own.length - 1); i >= 0; i--) {
            if (own[i] == character) {
                return i;
            }
        }
        return -1;
    }

    /** Some place of the text between these, or -1. */
    private int anyPlace(int first, int last, char[] text, boolean isFirst) {
        if (Intrinsics.isKnown(text.length) && text.length == 1) {
            return Inputs.place(value, first, last, text[0], isFirst);
        }
        if (first > last) {
            return -1;
        }
        if (Inputs.either()) {
            Intrinsics.assumeNowhere(value, first, text, 0, last - first + 1);
            return -1;
        }
        int place = Inputs.between(first, last);
        if (isFirst) {
            Intrinsics.assumeNowhere(value, first, text, 0, place - first);
        } else {
            Intrinsics.assumeNowhere(value, place + 1, text, 0, last - place);
        }
        if (Inputs.isLong(text.length)) {
            Intrinsics.assumeSame(value, place, text, 0, text.length);
        } else {
            Intrinsics.assume(isAt(place, text));
        }
        return place;
    }

    public int indexOf(String text) {
        return find(text.value, 0);
    }

    public int indexOf(String text, int from) {
        return find(text.value, from);
    }

    /** The first place from there on. Where methods of texts are called with null, they fail themselves. */
    int find(char[] text, int from) {
        int last = value.length - text.length;
        int start = Math.max(from, 0);
        if (text.length == 0) {
            return Math.min(start, value.length);
        }
        if (Inputs.isLong(last)) {
            return anyPlace(start, last, text, true);
        }
        for (int i = start; i <= last; i++) {
            if (isAt(i, text)) {
                return i;
            }
        }
        return -1;
    }

    public int lastIndexOf(String text) {
        return findLast(text.value, value.length);
    }

    public int lastIndexOf(String text, int from) {
        return findLast(text.value, from);
    }

    /** The last place up to there. */
    int findLast(char[] text, int from) {
        int last = value.length - text.length;
        if (Inputs.isLong(last)) {
            return anyPlace(0, Math.min(from, last), text, false);
        }
        for (int i = Math.min(from, last); i >= 0; i--) {
            if (isAt(i, text)) {
                return i;
            }
        }
        return -1;
    }

    private boolean isAt(int from, char[] text) {
        int difference = 0;
        for (int i = 0; i < text.length; i++) {
            difference |= Intrinsics.element(value, from + i) ^ text[i];
        }
        return difference == 0;
    }

    public boolean contains(CharSequence text) {
        return find(text.toString().value, 0) >= 0;
    }

    public String substring(int begin) {
        return substring(begin, value.length);
    }

    public String substring(int begin, int end) {
        checkBounds(begin, end, value.length);
        if (begin == 0 && end == value.length) {
            return this;
        }
        return part(begin, end);
    }

    private String part(int begin, int end) {
        char[] content = new char[end - begin];
        if (end > begin) {
            Intrinsics.copy(value, begin, content, 0, end - begin);
        }
        return new String(content, true);
    }

    public CharSequence subSequence(int begin, int end) {
        return substring(begin, end);
    }

    public String concat(String other) {
        int own = value.length;
        int more = other.value.length;
        if (more == 0) {
            return this;
        }
        if (own + more < 0) {
            throw new OutOfMemoryError("Overflow: String length out of range");
        }
        char[] content = new char[own + more];
        if (own > 0) {
            Intrinsics.copy(value, 0, content, 0, own);
        }
        Intrinsics.copy(other.value, 0, content, own, more);
        return new String(content, true);
    }

    public String replace(char old, char with) {
        if (Inputs.isLong(value.length)) {
            char[] content = Inputs.anything(value.length);
            Intrinsics.assumeReplaced(content, value, old, with, content.length);
            return new String(content, true);
        }
        char[] content = new char[value.length];
        for (int i = 0; i < content.length; i++) {
            char c = value[i];
            content[i] = c == old ? with : c;
        }
        return new String(content, true);
    }

    public String replace(CharSequence old, CharSequence with) {
        String pattern = old.toString();
        String replacement = with.toString();
        int length = pattern.value.length;
        if (Inputs.isLong(value.length) || Inputs.isLong(length)) {
            return Inputs.either() ? this : Inputs.anyString();
        }
        StringBuilder result = new StringBuilder();
        int done = 0;
        int found = find(pattern.value, 0);
        if (found < 0) {
            return this;
        }
        while (found >= 0) {
            result.append(this, done, found).append(replacement);
            done = found + length;
            if (length == 0) {
                if (found >= value.length) {
                    break;
                }
                result.append(value[found]);
                done = found + 1;
            }
            found = find(pattern.value, done);
        }
        if (done < value.length) {
            result.append(this, done, value.length);
        }
        return result.toString();
    }

    public boolean matches(String pattern) {
        if (Inputs.isLong(value.length)) {
            Pattern.compile(pattern);
            return Inputs.either();
        }
        return Pattern.matches(pattern, this);
    }

    public String replaceFirst(String pattern, String replacement) {
        if (isPlainReplacement(replacement)) {
            Pattern.compile(pattern);
            return Inputs.either() ? this : Inputs.anyString();
        }
        return Pattern.compile(pattern).matcher(this).replaceFirst(replacement);
    }

    public String replaceAll(String pattern, String replacement) {
        if (isPlainReplacement(replacement)) {
            Pattern.compile(pattern);
            return Inputs.either() ? this : Inputs.anyString();
        }
        return Pattern.compile(pattern).matcher(this).replaceAll(replacement);
    }

    /** Whether replacing in a string of any length cannot fail. */
    private boolean isPlainReplacement(String replacement) {
        return Inputs.isLong(value.length)
                && !Inputs.isLong(replacement.value.length)
                && replacement.indexOf('$') < 0
                && replacement.indexOf('\\') < 0;
    }

    public String[] split(String pattern) {
        return split(pattern, 0);
    }

    public String[] split(String pattern, int limit) {
        char separator;
        if (pattern.value.length == 1 && ".$|()[{^?*+\\".indexOf(pattern.value[0]) < 0) {
            separator = pattern.value[0];
        } else if (pattern.value.length == 2 && pattern.value[0] == '\\'
                && !Character.isAsciiAlphanumeric(pattern.value[1])) {
            separator = pattern.value[1];
        } else {
            return Pattern.compile(pattern).split(this, limit);
        }
        return splitAt(separator, limit);
    }

    private String[] splitAt(char separator, int limit) {
        ArrayList<String> parts = new ArrayList<>();
        int start = 0;
        int found = indexOf(separator, 0);
        if (found < 0) {
            return new String[] {this};
        }
        while (found >= 0 && (limit <= 0 || parts.size() < limit - 1)) {
            parts.add(part(start, found));
            start = found + 1;
            found = indexOf(separator, start);
        }
        parts.add(part(start, value.length));
        int count = parts.size();
        if (limit == 0) {
            while (count > 0 && parts.get(count - 1).isEmpty()) {
                count--;
            }
        }
        String[] result = new String[count];
        for (int i = 0; i < count; i++) {
            result[i] = parts.get(i);
        }
        return result;
    }

    public static String join(CharSequence delimiter, CharSequence... elements) {
        String between = delimiter.toString();
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < elements.length; i++) {
            if (i > 0) {
                result.append(between);
            }
            result.append(elements[i]);
        }
        return result.toString();
    }

    public static String join(CharSequence delimiter, Iterable<? extends CharSequence> elements) {
        Objects.requireNonNull(delimiter);
        Objects.requireNonNull(elements);
        String between = delimiter.toString();
        StringBuilder result = new StringBuilder();
        boolean first = true;
        Iterator<? extends CharSequence> iterator = elements.iterator();
        while (iterator.hasNext()) {
            if (!first) {
                result.append(between);
            }
            first = false;
            result.append(iterator.next());
        }
        return result.toString();
    }

    /** What `StringJoiner` asks for. */
    static String join(String prefix, String suffix, String delimiter, String[] elements, int count) {
        StringBuilder result = new StringBuilder().append(prefix);
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                result.append(delimiter);
            }
            result.append(elements[i]);
        }
        return result.append(suffix).toString();
    }

    public String toLowerCase() {
        return Cases.lower(value);
    }

    public String toLowerCase(Locale locale) {
        Cases.check(locale);
        return Cases.lower(value);
    }

    public String toUpperCase() {
        return Cases.upper(value);
    }

    public String toUpperCase(Locale locale) {
        Cases.check(locale);
        return Cases.upper(value);
    }

    public String trim() {
        int begin = 0;
        int end = value.length;
        if (Inputs.isLong(end)) {
            begin = Inputs.between(0, end);
            end = Inputs.between(begin, end);
            Intrinsics.assumeAtMost(value, 0, ' ', begin);
            Intrinsics.assumeAtMost(value, end, ' ', value.length - end);
            if (begin < end) {
                Intrinsics.assume(Intrinsics.element(value, begin) > ' ' && Intrinsics.element(value, end - 1) > ' ');
            } else {
                Intrinsics.assume(begin == value.length);
            }
            return substring(begin, end);
        }
        while (begin < end && value[begin] <= ' ') {
            begin++;
        }
        while (begin < end && value[end - 1] <= ' ') {
            end--;
        }
        return substring(begin, end);
    }

    /** Any part of this one, of any length. */
    private String anyPart() {
        int begin = Inputs.between(0, value.length);
        return substring(begin, Inputs.between(begin, value.length));
    }

    public String strip() {
        return stripLeading().stripTrailing();
    }

    public String stripLeading() {
        if (Inputs.isLong(value.length)) {
            return anyPart();
        }
        int begin = 0;
        while (begin < value.length && Character.isWhitespace(value[begin])) {
            begin++;
        }
        return substring(begin);
    }

    public String stripTrailing() {
        if (Inputs.isLong(value.length)) {
            return anyPart();
        }
        int end = value.length;
        while (end > 0 && Character.isWhitespace(value[end - 1])) {
            end--;
        }
        return substring(0, end);
    }

    public boolean isBlank() {
        if (Inputs.isLong(value.length)) {
            return value.length == 0 || Inputs.either();
        }
        for (int i = 0; i < value.length; i++) {
            if (!Character.isWhitespace(value[i])) {
                return false;
            }
        }
        return true;
    }

    public Stream<String> lines() {
        return Lines.of(this).stream();
    }

    public String indent(int count) {
        return Lines.indent(this, count);
    }

    public String stripIndent() {
        return Lines.stripIndent(this);
    }

    public String translateEscapes() {
        return Escapes.translate(value);
    }

    public String repeat(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("count is negative: " + count);
        }
        int length = value.length;
        if (length == 0 || count == 0) {
            return "";
        }
        if (Integer.MAX_VALUE / count < length) {
            throw new OutOfMemoryError("Required length exceeds implementation limit");
        }
        char[] content = new char[length * count];
        for (int i = 0; i < count; i++) {
            Intrinsics.copy(value, 0, content, i * length, length);
        }
        return new String(content, true);
    }

    public IntStream chars() {
        return CharSequence.super.chars();
    }

    public IntStream codePoints() {
        return CharSequence.super.codePoints();
    }

    public char[] toCharArray() {
        char[] content = new char[value.length];
        if (content.length > 0) {
            Intrinsics.copy(value, 0, content, 0, content.length);
        }
        return content;
    }

    public String toString() {
        return this;
    }

    public String intern() {
        String[] literals = Intrinsics.literals();
        for (int i = 0; i < literals.length; i++) {
            if (literals[i].equals(this)) {
                return literals[i];
            }
        }
        for (Interned one = interned; one != null; one = one.next) {
            if (one.text.equals(this)) {
                return one.text;
            }
        }
        interned = new Interned(this, interned);
        return this;
    }

    public <R> R transform(Function<? super String, ? extends R> function) {
        return function.apply(this);
    }

    public Optional<String> describeConstable() {
        return Optional.of(this);
    }

    public String resolveConstantDesc(MethodHandles.Lookup lookup) {
        return this;
    }

    public static String format(String format, Object... arguments) {
        return Format.format(format, arguments);
    }

    public static String format(Locale locale, String format, Object... arguments) {
        return Format.format(locale, format, arguments);
    }

    public String formatted(Object... arguments) {
        return Format.format(this, arguments);
    }

    public static String valueOf(Object object) {
        return object == null ? "null" : object.toString();
    }

    public static String valueOf(char[] content) {
        return new String(content);
    }

    public static String valueOf(char[] content, int offset, int count) {
        return new String(content, offset, count);
    }

    public static String copyValueOf(char[] content, int offset, int count) {
        return new String(content, offset, count);
    }

    public static String copyValueOf(char[] content) {
        return new String(content);
    }

    public static String valueOf(boolean value) {
        return value ? "true" : "false";
    }

    public static String valueOf(char value) {
        char[] content = {value};
        return new String(content, true);
    }

    public static String valueOf(int value) {
        return Integer.toString(value);
    }

    public static String valueOf(long value) {
        return Long.toString(value);
    }

    public static String valueOf(float value) {
        return Float.toString(value);
    }

    public static String valueOf(double value) {
        return Double.toString(value);
    }
}
