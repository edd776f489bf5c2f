package sun.util.locale.provider;

import java.util.Calendar;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import klew.runtime.Intrinsics;

/** Names of days and months, in English. */
public class CalendarDataUtility {
    private static final String[] DAYS = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
    private static final String[] MONTHS = {
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    };
    private static final String[] HALVES = {"AM", "PM"};
    private static final String[] NARROW_HALVES = {"a", "p"};
    private static final String[] SHORT_ERAS = {"BC", "AD"};
    private static final String[] ERAS = {"Before Christ", "Anno Domini"};
    private static final int STANDALONE = 0x8000;

    private CalendarDataUtility() {}

    /** The locale that the extensions of another name: none has any. */
    public static Locale findRegionOverride(Locale locale) {
        return locale;
    }

    private static boolean isEuropean(Locale locale) {
        String country = locale.getCountry();
        return country.equals("DE") || country.equals("FR") || country.equals("IT") || country.equals("GB");
    }

    private static int inWeek(Locale locale, int american, int european) {
        if (locale.getCountry().equals("US")) {
            return american;
        }
        if (isEuropean(locale)) {
            return european;
        }
        throw Intrinsics.unsupported("weeks in a locale other than of US, GB, DE, FR or IT");
    }

    public static int retrieveFirstDayOfWeek(Locale locale) {
        return inWeek(locale, Calendar.SUNDAY, Calendar.MONDAY);
    }

    public static int retrieveMinimalDaysInFirstWeek(Locale locale) {
        return inWeek(locale, 1, 4);
    }

    private static String[] names(int field, int style) {
        switch (field) {
            case Calendar.DAY_OF_WEEK:
                return DAYS;
            case Calendar.MONTH:
                return MONTHS;
            case Calendar.AM_PM:
                return style == Calendar.NARROW_FORMAT ? NARROW_HALVES : HALVES;
            case Calendar.ERA:
                return style == Calendar.LONG_FORMAT ? ERAS : SHORT_ERAS;
            default:
                throw Intrinsics.unsupported("names of parts of times other than days, months, eras and halves of days");
        }
    }

    /** The name of each value from the first one on; null where there are none that stand alone. */
    private static String[] shown(int field, int style, Locale locale) {
        if ((style & STANDALONE) != 0 && (field == Calendar.AM_PM || field == Calendar.ERA)) {
            return null;
        }
        String country = locale.getCountry();
        if (!locale.getLanguage().equals("en") || !(country.isEmpty() || country.equals("US"))) {
            throw Intrinsics.unsupported("names of days and months in another locale than en and en_US");
        }
        int form = style & ~STANDALONE;
        String[] names = names(field, form).clone();
        boolean cut = field == Calendar.DAY_OF_WEEK || field == Calendar.MONTH;
        for (int i = 0; i < names.length; i++) {
            if (form == Calendar.NARROW_FORMAT) {
                names[i] = names[i].substring(0, 1);
            } else if (cut && form == Calendar.SHORT_FORMAT) {
                names[i] = names[i].substring(0, 3);
            }
        }
        return names;
    }

    public static String retrieveJavaTimeFieldValueName(String calendar, int field, int value, int style, Locale locale) {
        String[] names = shown(field, style, locale);
        int index = field == Calendar.DAY_OF_WEEK ? value - 1 : value;
        return names == null || index < 0 || index >= names.length ? null : names[index];
    }

    public static Map<String, Integer> retrieveJavaTimeFieldValueNames(String calendar, int field, int style,
            Locale locale) {
        String[] names = shown(field, style, locale);
        if (names == null) {
            return null;
        }
        Map<String, Integer> values = new HashMap<>();
        for (int i = 0; i < names.length; i++) {
            values.put(names[i], field == Calendar.DAY_OF_WEEK ? i + 1 : i);
        }
        return values;
    }
}
