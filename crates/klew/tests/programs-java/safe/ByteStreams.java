// Streams and readers of java.io over memory.
import java.io.*;
public class ByteStreams {
    public static void main(String[] a) throws Exception {
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        DataOutputStream d = new DataOutputStream(b);
        d.writeInt(5);
        d.writeUTF("hé");
        d.writeDouble(2.5);
        d.writeLong(-1);
        d.writeBoolean(true);
        d.writeShort(3);
        d.writeChars("ab");
        DataInputStream i = new DataInputStream(new ByteArrayInputStream(b.toByteArray()));
        assert i.readInt()==5;
        assert i.readUTF().equals("hé");
        assert i.readDouble()==2.5;
        assert i.readLong()==-1;
        assert i.readBoolean();
        assert i.readShort()==3;
        assert i.readChar()=='a';
        assert i.readChar()=='b';
        try {
            i.readInt();
            assert false;
        } catch (EOFException e) {
        }
        BufferedReader r = new BufferedReader(new StringReader("a\nb\r\nc"));
        assert r.readLine().equals("a");
        assert r.readLine().equals("b");
        assert r.readLine().equals("c");
        assert r.readLine()==null;
        BufferedInputStream bi = new BufferedInputStream(new ByteArrayInputStream(new byte[]{1,2}));
        assert bi.read()==1;
        BufferedOutputStream bo = new BufferedOutputStream(b);
        bo.write(1);
        bo.flush();
        InputStreamReader ir = new InputStreamReader(new ByteArrayInputStream("xy".getBytes()));
        assert ir.read()=='x';
        OutputStreamWriter ow = new OutputStreamWriter(b);
        ow.write("q");
        ow.flush();
        StreamTokenizer st = new StreamTokenizer(new StringReader("a 12 b"));
        assert st.nextToken()==StreamTokenizer.TT_WORD;
        st.nextToken();
        assert st.nval==12.0;
        PushbackInputStream pb = new PushbackInputStream(new ByteArrayInputStream(new byte[]{7}));
        int v=pb.read();
        pb.unread(v);
        assert pb.read()==7;
        SequenceInputStream sq = new SequenceInputStream(new ByteArrayInputStream(new byte[]{1}), new ByteArrayInputStream(new byte[]{2}));
        assert sq.read()==1 && sq.read()==2 && sq.read()==-1;
        try {
            throw new UncheckedIOException(new IOException("q"));
        } catch (UncheckedIOException e) {
            assert e.getCause().getMessage().equals("q");
        }
    }
}
