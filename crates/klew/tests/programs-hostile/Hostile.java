// A program that harms in the JVM: klew's finding has the time 0, which no clock of a machine has. What it does is
// bounded. crates/klew/tests/confined.rs runs it, with what stands between @ put in.

import java.io.FileWriter;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

public class Hostile {
    interface Harm {
        void happens() throws Exception;
    }

    static void tell(String what, Harm harm) {
        String how = "done";
        try {
            harm.happens();
        } catch (Throwable refused) {
            how = "refused";
        }
        try (FileWriter report = new FileWriter("report", true)) {
            report.write(what + " " + how + "\n");
        } catch (IOException e) {
            return;
        }
    }

    static void write(String file) throws IOException {
        try (FileWriter writer = new FileWriter(file)) {
            writer.write("harm");
        }
    }

    static void harm() {
        tell("write", () -> write("@OUTSIDE@/written"));
        tell("write", () -> write("@OUTSIDE@/given"));
        tell("connect", () -> new Socket("127.0.0.1", @PORT@).close());
        tell("send", () -> new DatagramSocket().send(
            new DatagramPacket(new byte[4], 4, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), @PORT@)));
        tell("listen", () -> new ServerSocket(@FREE_PORT@));
        for (int index = 0; index < 20; index++) {
            tell("start", () -> new ProcessBuilder("sh", "-c", "trap '' TERM HUP INT; sleep 60; : @MARK@").start());
            tell("start", () -> new ProcessBuilder("setsid", "sh", "-c", "(sleep 60; : @MARK@) &").start());
        }
        Thread endless = new Thread(() -> {
            for (int count = 0; count < 1000000; count++) {
                System.out.println("endless");
            }
        });
        endless.setDaemon(true);
        endless.start();
    }

    public static void main(String[] arguments) {
        int x = Klew.anyInt();
        if (System.nanoTime() != 0) {
            harm();
        }
        assert x != 7;
    }
}
