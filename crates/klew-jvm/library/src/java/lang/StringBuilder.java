package java.lang;

import java.io.Serializable;
import klew.runtime.Failures;

/** A growing string. */
public final class StringBuilder extends AbstractStringBuilder
        implements Serializable, Comparable<StringBuilder>, CharSequence {
    public StringBuilder() {
        super(16);
    }

    public StringBuilder(int capacity) {
        super(capacity);
    }

    public StringBuilder(String text) {
        super(withRoom(text.length()));
        add(text);
    }

    public StringBuilder(CharSequence text) {
        super(withRoom(text.length()));
        append(text);
    }

    public int compareTo(StringBuilder other) {
        return toString().compareTo(other.toString());
    }

    public StringBuilder append(Object object) {
        add(String.valueOf(object));
        return this;
    }

    public StringBuilder append(String text) {
        add(text);
        return this;
    }

    public StringBuilder append(StringBuffer text) {
        add(text == null ? null : text.toString());
        return this;
    }

    public StringBuilder append(CharSequence text) {
        add(text == null ? null : text.toString());
        return this;
    }

    public StringBuilder append(CharSequence text, int begin, int end) {
        add(text, begin, end);
        return this;
    }

    public StringBuilder append(char[] text) {
        add(text, 0, text.length);
        return this;
    }

    public StringBuilder append(char[] text, int offset, int length) {
        add(text, offset, length);
        return this;
    }

    public StringBuilder append(char c) {
        add(c);
        return this;
    }

    public StringBuilder append(boolean value) {
        add(String.valueOf(value));
        return this;
    }

    public StringBuilder append(int value) {
        add(String.valueOf(value));
        return this;
    }

    public StringBuilder append(long value) {
        add(String.valueOf(value));
        return this;
    }

    public StringBuilder append(float value) {
        add(String.valueOf(value));
        return this;
    }

    public StringBuilder append(double value) {
        add(String.valueOf(value));
        return this;
    }

    public StringBuilder appendCodePoint(int point) {
        addCodePoint(point);
        return this;
    }

    public StringBuilder delete(int begin, int end) {
        remove(begin, end);
        return this;
    }

    public StringBuilder deleteCharAt(int index) {
        checkIndex(index);
        remove(index, index + 1);
        return this;
    }

    public StringBuilder replace(int begin, int end, String text) {
        exchange(begin, end, text);
        return this;
    }

    public StringBuilder insert(int index, char[] text, int offset, int length) {
        checkOffset(index);
        checkPart(offset, offset + length, text.length);
        put(index, new String(text, offset, length));
        return this;
    }

    public StringBuilder insert(int offset, Object object) {
        put(offset, String.valueOf(object));
        return this;
    }

    public StringBuilder insert(int offset, String text) {
        put(offset, text);
        return this;
    }

    public StringBuilder insert(int offset, char[] text) {
        put(offset, new String(text));
        return this;
    }

    public StringBuilder insert(int offset, CharSequence text) {
        put(offset, text == null ? null : text.toString());
        return this;
    }

    public StringBuilder insert(int offset, CharSequence text, int begin, int end) {
        CharSequence inserted = text == null ? "null" : text;
        checkOffset(offset);
        if (begin < 0 || begin > end || end > inserted.length()) {
            throw Failures.range(Throwable.START_END, begin, end, inserted.length());
        }
        put(offset, inserted.subSequence(begin, end).toString());
        return this;
    }

    public StringBuilder insert(int offset, boolean value) {
        put(offset, String.valueOf(value));
        return this;
    }

    public StringBuilder insert(int offset, char value) {
        put(offset, String.valueOf(value));
        return this;
    }

    public StringBuilder insert(int offset, int value) {
        put(offset, String.valueOf(value));
        return this;
    }

    public StringBuilder insert(int offset, long value) {
        put(offset, String.valueOf(value));
        return this;
    }

    public StringBuilder insert(int offset, float value) {
        put(offset, String.valueOf(value));
        return this;
    }

    public StringBuilder insert(int offset, double value) {
        put(offset, String.valueOf(value));
        return this;
    }

    public StringBuilder reverse() {
        turn();
        return this;
    }

    public StringBuilder repeat(CharSequence text, int count) {
        add(String.valueOf(text).repeat(count));
        return this;
    }

    public StringBuilder repeat(int point, int count) {
        add(Character.toString(point).repeat(count));
        return this;
    }
}
