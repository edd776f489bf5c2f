package java.util;

/** A name of a language and a country; texts do not depend on it. */
public final class Locale implements Cloneable, java.io.Serializable {
    public static final Locale ENGLISH = new Locale("en", "");
    public static final Locale FRENCH = new Locale("fr", "");
    public static final Locale GERMAN = new Locale("de", "");
    public static final Locale US = new Locale("en", "US");
    public static final Locale UK = new Locale("en", "GB");
    public static final Locale CANADA = new Locale("en", "CA");
    public static final Locale FRANCE = new Locale("fr", "FR");
    public static final Locale GERMANY = new Locale("de", "DE");
    public static final Locale ROOT = new Locale("", "");

    /** What a locale is used for. */
    public enum Category {
        DISPLAY, FORMAT
    }

    private final String language;
    private final String country;

    public Locale(String language) {
        this(language, "");
    }

    public Locale(String language, String country) {
        this.language = language;
        this.country = country;
    }

    public static Locale of(String language) {
        return new Locale(language, "");
    }

    public static Locale of(String language, String country) {
        return new Locale(language, country);
    }

    public static Locale getDefault() {
        return US;
    }

    public static Locale getDefault(Category category) {
        return US;
    }

    public String getLanguage() {
        return language;
    }

    public String getCountry() {
        return country;
    }

    @Override
    public String toString() {
        return country.isEmpty() ? language : language + "_" + country;
    }

    @Override
    public int hashCode() {
        return 31 * language.hashCode() + country.hashCode();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Locale && language.equals(((Locale) other).language)
                && country.equals(((Locale) other).country);
    }
}
