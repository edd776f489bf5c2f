package java.lang;

import klew.runtime.Failures;
import klew.runtime.Inputs;
import klew.runtime.Intrinsics;

/** What `StringBuilder` and `StringBuffer` share: the content is `value[0..count)`. */
abstract class AbstractStringBuilder implements Appendable, CharSequence {
    /** Room for a text of any length, so that it is made once. */
    private static final int ENDLESS = Integer.MAX_VALUE;

    char[] value;
    int count;

    AbstractStringBuilder(int capacity) {
        value = new char[capacity];
    }

    /** The capacity for a text of that length. */
    static int withRoom(int length) {
        return length < Integer.MAX_VALUE - 16 ? length + 16 : Integer.MAX_VALUE;
    }

    public int length() {
        return count;
    }

    public int capacity() {
        return Inputs.isUnbounded() ? Inputs.between(count, Integer.MAX_VALUE) : value.length;
    }

    public void ensureCapacity(int least) {
        if (least > 0 && !Inputs.isUnbounded()) {
            reserve(least);
        }
    }

    final void reserve(int least) {
        if (least < 0) {
            throw new OutOfMemoryError("Required length exceeds implementation limit");
        }
        if (value.length < ENDLESS && Inputs.isLong(least)) {
            // Only `capacity` tells how much room there is.
            resize(ENDLESS);
        } else if (least > value.length) {
            resize(Math.max(least, 2 * value.length + 2));
        }
    }

    private void resize(int capacity) {
        char[] other = new char[capacity];
        if (count > 0) {
            Intrinsics.copy(value, 0, other, 0, count);
        }
        value = other;
    }

    public void trimToSize() {
        if (count < value.length) {
            resize(count);
        }
    }

    public void setLength(int length) {
        if (length < 0) {
            throw Failures.stringRange(Throwable.POSITION, length, 0, 0);
        }
        if (Inputs.isLong(length) || Inputs.isLong(count)) {
            if (count < length) {
                // Behind what is copied there, a new array holds zeros.
                resize(ENDLESS);
            }
            count = length;
            return;
        }
        reserve(length);
        for (int i = count; i < length; i++) {
            value[i] = 0;
        }
        count = length;
    }

    final void checkIndex(int index) {
        if (index < 0 || index >= count) {
            throw Failures.stringIndex(index, count);
        }
    }

    final void checkOffset(int offset) {
        if (offset < 0 || offset > count) {
            throw Failures.stringRange(Throwable.OFFSET, offset, count, 0);
        }
    }

    static void checkPart(int begin, int end, int length) {
        if (begin < 0 || begin > end || end > length) {
            throw Failures.stringRange(Throwable.START_END, begin, end, length);
        }
    }

    public char charAt(int index) {
        checkIndex(index);
        return value[index];
    }

    public int codePointAt(int index) {
        checkIndex(index);
        return Character.codePointAt(value, index, count);
    }

    public int codePointBefore(int index) {
        if (index < 1 || index > count) {
            throw Failures.stringRange(Throwable.POSITION, index, 0, 0);
        }
        return Character.codePointBefore(value, index);
    }

    public int codePointCount(int begin, int end) {
        if (begin < 0 || begin > end || end > count) {
            throw new IndexOutOfBoundsException();
        }
        return Character.codePointCount(value, begin, end - begin);
    }

    public int offsetByCodePoints(int index, int points) {
        return Character.offsetByCodePoints(this, index, points);
    }

    public void getChars(int begin, int end, char[] target, int at) {
        checkPart(begin, end, count);
        if (at < 0 || end - begin > target.length - at) {
            throw Failures.range(Throwable.START_END, at, at + end - begin, target.length);
        }
        if (end > begin) {
            Intrinsics.copy(value, begin, target, at, end - begin);
        }
    }

    public void setCharAt(int index, char c) {
        checkIndex(index);
        value[index] = c;
    }

    final void add(char c) {
        reserve(count + 1);
        value[count] = c;
        count = count + 1;
    }

    final void add(String text) {
        String added = text == null ? "null" : text;
        int length = added.length();
        if (length > 0) {
            reserve(count + length);
            Intrinsics.copy(added.value, 0, value, count, length);
            count = count + length;
        }
    }

    final void add(CharSequence text, int begin, int end) {
        CharSequence added = text == null ? "null" : text;
        if (begin < 0 || begin > end || end > added.length()) {
            throw Failures.range(Throwable.START_END, begin, end, added.length());
        }
        reserve(count + end - begin);
        if (added instanceof String) {
            if (end > begin) {
                Intrinsics.copy(((String) added).value, begin, value, count, end - begin);
                count = count + end - begin;
            }
            return;
        }
        for (int i = begin; i < end; i++) {
            add(added.charAt(i));
        }
    }

    final void add(char[] text, int offset, int length) {
        if (offset < 0 || length < 0 || offset > text.length - length) {
            throw Failures.range(Throwable.START_END, offset, offset + length, text.length);
        }
        if (length > 0) {
            reserve(count + length);
            Intrinsics.copy(text, offset, value, count, length);
            count = count + length;
        }
    }

    final void addCodePoint(int point) {
        if (point >= 0 && point < 0x10000) {
            add((char) point);
            return;
        }
        if (point < 0 || point > Character.MAX_CODE_POINT) {
            throw Character.invalid(point);
        }
        add(Character.highSurrogate(point));
        add(Character.lowSurrogate(point));
    }

    final void remove(int begin, int until) {
        int end = Math.min(until, count);
        checkPart(begin, end, count);
        if (end > begin) {
            if (count > end) {
                Intrinsics.copy(value, end, value, begin, count - end);
            }
            count = count - (end - begin);
        }
    }

    final void put(int offset, String text) {
        checkOffset(offset);
        String added = text == null ? "null" : text;
        int length = added.length();
        if (length > 0) {
            reserve(count + length);
            if (count > offset) {
                Intrinsics.copy(value, offset, value, offset + length, count - offset);
            }
            Intrinsics.copy(added.value, 0, value, offset, length);
            count = count + length;
        }
    }

    final void exchange(int begin, int until, String text) {
        int end = Math.min(until, count);
        checkPart(begin, end, count);
        if (text == null) {
            throw Failures.nullReference();
        }
        remove(begin, end);
        put(begin, text);
    }

    final void turn() {
        int surrogates = 0;
        int last = count - 1;
        if (Inputs.isLong(last)) {
            value = Inputs.anything(value.length);
            return;
        }
        for (int i = 0; i <= last - i; i++) {
            char left = value[i];
            char right = value[last - i];
            value[i] = right;
            value[last - i] = left;
            surrogates |= isSurrogate(left) | isSurrogate(right);
        }
        if (surrogates != 0) {
            for (int i = 0; i < last; i++) {
                char low = value[i];
                if (Character.isLowSurrogate(low) && Character.isHighSurrogate(value[i + 1])) {
                    value[i] = value[i + 1];
                    value[i + 1] = low;
                    i++;
                }
            }
        }
    }

    /** 1 or 0 without a branch. */
    private static int isSurrogate(char c) {
        return ((c >> 11 ^ 0x1b) - 1) >>> 31;
    }

    public String substring(int begin) {
        return substring(begin, count);
    }

    public CharSequence subSequence(int begin, int end) {
        return substring(begin, end);
    }

    public String substring(int begin, int end) {
        checkPart(begin, end, count);
        return new String(value, begin, end - begin);
    }

    public int indexOf(String text) {
        return toString().find(text.value, 0);
    }

    public int indexOf(String text, int from) {
        return toString().find(text.value, from);
    }

    public int lastIndexOf(String text) {
        return toString().findLast(text.value, count);
    }

    public int lastIndexOf(String text, int from) {
        return toString().findLast(text.value, from);
    }

    public String toString() {
        char[] content = new char[count];
        if (count > 0) {
            Intrinsics.copy(value, 0, content, 0, count);
        }
        return String.sharing(content);
    }
}
