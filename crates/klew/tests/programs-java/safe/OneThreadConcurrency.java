// java.util.concurrent in one thread.
import java.util.concurrent.atomic.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
public class OneThreadConcurrency {
    public static void main(String[] a) throws Exception {
        AtomicIntegerArray x=new AtomicIntegerArray(3);
        x.incrementAndGet(1);
        assert x.get(1)==1;
        LongAdder l=new LongAdder();
        l.add(5);
        assert l.sum()==5;
        AtomicReferenceArray<String> r=new AtomicReferenceArray<>(2);
        r.set(0,"a");
        assert r.get(0).equals("a");
        AtomicLongArray la=new AtomicLongArray(2);
        la.addAndGet(0,4);
        assert la.get(0)==4;
        CopyOnWriteArrayList<Integer> c=new CopyOnWriteArrayList<>();
        c.add(1);
        assert c.get(0)==1;
        ConcurrentLinkedQueue<Integer> q=new ConcurrentLinkedQueue<>();
        q.add(1);
        assert q.poll()==1;
        ArrayBlockingQueue<Integer> ab=new ArrayBlockingQueue<>(2);
        ab.put(1);
        assert ab.take()==1;
        LinkedBlockingQueue<Integer> lb=new LinkedBlockingQueue<>();
        lb.offer(1);
        assert lb.poll()==1;
        ReentrantReadWriteLock w=new ReentrantReadWriteLock();
        w.readLock().lock();
        w.readLock().unlock();
        AtomicStampedReference<String> sr = new AtomicStampedReference<>("a",0);
        assert sr.compareAndSet("a","b",0,1);
        assert TimeUnit.SECONDS.toMillis(2)==2000;
        ConcurrentHashMap<String,Integer> ch=new ConcurrentHashMap<>();
        ch.put("a",1);
        ch.merge("a",2,Integer::sum);
        assert ch.get("a")==3;
        ConcurrentLinkedDeque<Integer> cd = new ConcurrentLinkedDeque<>();
        cd.push(1);
        assert cd.pop()==1;
        Semaphore s=new Semaphore(1);
        s.acquire();
        s.release();
        CountDownLatch cl=new CountDownLatch(1);
        cl.countDown();
        cl.await();
    }
}
