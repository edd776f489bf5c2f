import java.time.LocalDate;

public class LeapDay {
    public static void main(String[] arguments) {
        int year = Klew.anyInt("year");
        if (year >= 1990 && year <= 2010 && year % 4 == 0) {
            LocalDate day = LocalDate.of(year, 2, 29);
            assert day.plusYears(4).getDayOfMonth() == 29 : day;
            assert day.getYear() != 2000; // expect: assertion
        }
    }
}
