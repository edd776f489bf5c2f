import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.ClassNotPreparedException;
import com.sun.jdi.Location;
import com.sun.jdi.Method;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.VMDeathEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.ClassPrepareRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs a program in another virtual machine and tells whether it comes to a place: exit code 79, else that of
 * the program. Arguments: the other machine's options, its main class with arguments, and places as
 * {@code CLASS:LINE} or {@code CLASS#METHOD(TYPES)RESULT}. Written by klew.
 */
public final class KlewWatch {
    private static final int REACHED = 79;

    private KlewWatch() {}

    public static void main(String[] arguments) throws Exception {
        LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
        Map<String, Connector.Argument> launch = connector.defaultArguments();
        launch.get("options").setValue(arguments[0]);
        launch.get("main").setValue(arguments[1]);
        List<String> places = new ArrayList<>();
        for (int index = 2; index < arguments.length; index++) {
            places.add(arguments[index]);
        }
        VirtualMachine machine = connector.launch(launch);
        Process process = machine.process();
        process.getOutputStream().close();
        Thread out = pass(process.getInputStream(), System.out);
        Thread error = pass(process.getErrorStream(), System.err);
        boolean reached = watch(machine, places);
        if (reached) {
            // It is suspended, and would not end by itself.
            process.destroyForcibly();
            out.join(1000);
            error.join(1000);
            System.err.println("klew-run: reached");
            System.err.flush();
            Runtime.getRuntime().halt(REACHED);
        }
        int code = process.waitFor();
        out.join();
        error.join();
        Runtime.getRuntime().halt(code);
    }

    private static boolean watch(VirtualMachine machine, List<String> places) throws Exception {
        for (String place : places) {
            ClassPrepareRequest request = machine.eventRequestManager().createClassPrepareRequest();
            request.addClassFilter(className(place));
            request.enable();
        }
        try {
            while (true) {
                EventSet events = machine.eventQueue().remove();
                for (Event event : events) {
                    if (event instanceof BreakpointEvent) {
                        return true;
                    }
                    if (event instanceof ClassPrepareEvent) {
                        prepare(((ClassPrepareEvent) event).referenceType(), places);
                    }
                    if (event instanceof VMDeathEvent || event instanceof VMDisconnectEvent) {
                        events.resume();
                        return false;
                    }
                }
                events.resume();
            }
        } catch (VMDisconnectedException gone) {
            return false;
        }
    }

    private static String className(String place) {
        int method = place.indexOf('#');
        return place.substring(0, method < 0 ? place.lastIndexOf(':') : method);
    }

    private static void prepare(ReferenceType type, List<String> places) {
        for (String place : places) {
            if (!className(place).equals(type.name())) {
                continue;
            }
            for (Location location : locations(type, place.substring(type.name().length() + 1))) {
                type.virtualMachine().eventRequestManager().createBreakpointRequest(location).enable();
            }
        }
    }

    private static List<Location> locations(ReferenceType type, String inside) {
        List<Location> found = new ArrayList<>();
        if (inside.indexOf('(') >= 0) {
            for (Method method : type.methods()) {
                if (inside.equals(method.name() + method.signature()) && method.location() != null) {
                    found.add(method.location());
                }
            }
            return found;
        }
        try {
            found.addAll(type.locationsOfLine(Integer.parseInt(inside)));
        } catch (AbsentInformationException | ClassNotPreparedException none) {
            // Then it is not seen.
        }
        return found;
    }

    private static Thread pass(InputStream from, PrintStream to) {
        Thread thread =
                new Thread(
                        () -> {
                            byte[] bytes = new byte[4096];
                            try {
                                for (int count = from.read(bytes); count >= 0; count = from.read(bytes)) {
                                    to.write(bytes, 0, count);
                                }
                            } catch (IOException closed) {
                                // The other machine ended.
                            }
                        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
