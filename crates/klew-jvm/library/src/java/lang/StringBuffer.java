package java.lang;

import java.io.Serializable;
import klew.runtime.Failures;

/** A growing string; there is one thread only. */
public final class StringBuffer extends AbstractStringBuilder
        implements Serializable, Comparable<StringBuffer>, CharSequence {
    public StringBuffer() {
        super(16);
    }

    public StringBuffer(int capacity) {
        super(capacity);
    }

    public StringBuffer(String text) {
        super(withRoom(text.length()));
        add(text);
    }

    public StringBuffer(CharSequence text) {
        super(withRoom(text.length()));
        append(text);
    }

    public int compareTo(StringBuffer other) {
        return toString().compareTo(other.toString());
    }

    public StringBuffer append(Object object) {
        add(String.valueOf(object));
        return this;
    }

    public StringBuffer append(String text) {
        add(text);
        return this;
    }

    public StringBuffer append(StringBuffer text) {
        add(text == null ? null : text.toString());
        return this;
    }

    public StringBuffer append(CharSequence text) {
        add(text == null ? null : text.toString());
        return this;
    }

    public StringBuffer append(CharSequence text, int begin, int end) {
        add(text, begin, end);
        return this;
    }

    public StringBuffer append(char[] text) {
        add(text, 0, text.length);
        return this;
    }

    public StringBuffer append(char[] text, int offset, int length) {
        add(text, offset, length);
        return this;
    }

    public StringBuffer append(char c) {
        add(c);
        return this;
    }

    public StringBuffer append(boolean value) {
        add(String.valueOf(value));
        return this;
    }

    public StringBuffer append(int value) {
        add(String.valueOf(value));
        return this;
    }

    public StringBuffer append(long value) {
        add(String.valueOf(value));
        return this;
    }

    public StringBuffer append(float value) {
        add(String.valueOf(value));
        return this;
    }

    public StringBuffer append(double value) {
        add(String.valueOf(value));
        return this;
    }

    public StringBuffer appendCodePoint(int point) {
        addCodePoint(point);
        return this;
    }

    public StringBuffer delete(int begin, int end) {
        remove(begin, end);
        return this;
    }

    public StringBuffer deleteCharAt(int index) {
        checkIndex(index);
        remove(index, index + 1);
        return this;
    }

    public StringBuffer replace(int begin, int end, String text) {
        exchange(begin, end, text);
        return this;
    }

    public StringBuffer insert(int index, char[] text, int offset, int length) {
        checkOffset(index);
        checkPart(offset, offset + length, text.length);
        put(index, new String(text, offset, length));
        return this;
    }

    public StringBuffer insert(int offset, Object object) {
        put(offset, String.valueOf(object));
        return this;
    }

    public StringBuffer insert(int offset, String text) {
        put(offset, text);
        return this;
    }

    public StringBuffer insert(int offset, char[] text) {
        put(offset, new String(text));
        return this;
    }

    public StringBuffer insert(int offset, CharSequence text) {
        put(offset, text == null ? null : text.toString());
        return this;
    }

    public StringBuffer insert(int offset, CharSequence text, int begin, int end) {
        CharSequence inserted = text == null ? "null" : text;
        checkOffset(offset);
        if (begin < 0 || begin > end || end > inserted.length()) {
            throw Failures.range(Throwable.START_END, begin, end, inserted.length());
        }
        put(offset, inserted.subSequence(begin, end).toString());
        return this;
    }

    public StringBuffer insert(int offset, boolean value) {
        put(offset, String.valueOf(value));
        return this;
    }

    public StringBuffer insert(int offset, char value) {
        put(offset, String.valueOf(value));
        return this;
    }

    public StringBuffer insert(int offset, int value) {
        put(offset, String.valueOf(value));
        return this;
    }

    public StringBuffer insert(int offset, long value) {
        put(offset, String.valueOf(value));
        return this;
    }

    public StringBuffer insert(int offset, float value) {
        put(offset, String.valueOf(value));
        return this;
    }

    public StringBuffer insert(int offset, double value) {
        put(offset, String.valueOf(value));
        return this;
    }

    public StringBuffer reverse() {
        turn();
        return this;
    }

    public StringBuffer repeat(CharSequence text, int count) {
        add(String.valueOf(text).repeat(count));
        return this;
    }

    public StringBuffer repeat(int point, int count) {
        add(Character.toString(point).repeat(count));
        return this;
    }
}
