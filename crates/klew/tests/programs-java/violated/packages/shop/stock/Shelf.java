package shop.stock;

/** Holds fewer things than it is given. */
public class Shelf {
    private final long[] things;
    private int count;

    public Shelf(int size) {
        things = new long[size];
    }

    public void put(long thing) {
        things[count] = thing; // expect: no-runtime-exception
        count++;
    }
}
