// The main thread and the virtual machine.
public class TheRuntime {
    public static void main(String[] a) {
        assert Thread.currentThread().getName().equals("main");
        assert Runtime.getRuntime().availableProcessors()>=1;
        assert Runtime.getRuntime().totalMemory()>0;
        assert Runtime.getRuntime().freeMemory()>=0;
        assert Thread.currentThread().getId()==1;
        assert !Thread.interrupted();
        assert Thread.currentThread().getPriority()==5;
        ThreadLocal<Integer> t=ThreadLocal.withInitial(()->4);
        assert t.get()==4;
    }
}
