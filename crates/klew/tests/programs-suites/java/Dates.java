/** Days of the Gregorian calendar. */
// suite: --entry Dates.daysIn; --entry Dates.dayOfWeek; --entry Dates.isValid
public final class Dates {
    private Dates() {}

    static boolean isLeap(int year) {
        return year % 400 == 0 || year % 4 == 0 && year % 100 != 0;
    }

    /** The days of a month. */
    static int daysIn(int year, int month) {
        switch (month) {
            case 2:
                return isLeap(year) ? 29 : 28;
            case 4:
            case 6:
            case 9:
            case 11:
                return 30;
            default:
                if (month < 1 || month > 12) {
                    throw new IllegalArgumentException("month " + month);
                }
                return 31;
        }
    }

    static boolean isValid(int year, int month, int day) {
        if (year < 1583 || year > 9999 || month < 1 || month > 12) {
            return false;
        }
        return day >= 1 && day <= daysIn(year, month);
    }

    /** The day of the week, from 0 for Sunday. */
    static int dayOfWeek(int year, int month, int day) {
        if (!isValid(year, month, day)) {
            throw new IllegalArgumentException();
        }
        int[] shift = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};
        int of = month < 3 ? year - 1 : year;
        return (of + of / 4 - of / 100 + of / 400 + shift[month - 1] + day) % 7;
    }
}
