/** What stands in an array of any length says how many elements come behind it. */
public class CountedDown {
    public static void main(String[] args) {
        int length = Klew.anyInt();
        if (length <= 0) {
            return;
        }
        int[] behind = new int[length];
        for (int i = 0; i < length; i++) {
            behind[i] = length - i - 1;
        }
        int place = Klew.anyInt();
        if (place >= 0 && place < length) {
            assert behind[place] + place + 1 == length;
            assert behind[place] >= 0;
        }
    }
}
