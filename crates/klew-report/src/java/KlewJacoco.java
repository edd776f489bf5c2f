import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.analysis.ILine;
import org.jacoco.core.analysis.IMethodCoverage;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.data.ExecutionDataReader;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.data.ExecutionDataWriter;
import org.jacoco.core.data.SessionInfoStore;
import org.jacoco.core.instr.Instrumenter;
import org.jacoco.core.runtime.IRuntime;
import org.jacoco.core.runtime.LoggerRuntime;
import org.jacoco.core.runtime.RuntimeData;

/** Measures by JaCoCo; as a program, it tells what runs covered together. Written by klew. */
public final class KlewJacoco extends KlewMeasure {
    private final IRuntime runtime = new LoggerRuntime();
    private final RuntimeData data = new RuntimeData();
    private final Instrumenter instrumenter = new Instrumenter(runtime);

    public KlewJacoco() throws Exception {
        runtime.startup(data);
    }

    @Override
    byte[] instrument(byte[] bytes, String name) throws IOException {
        return instrumenter.instrument(bytes, name);
    }

    @Override
    String take(String file) throws IOException {
        ExecutionDataStore store = new ExecutionDataStore();
        data.collect(store, new SessionInfoStore(), false);
        try (FileOutputStream out = new FileOutputStream(file)) {
            store.accept(new ExecutionDataWriter(out));
        }
        StringBuilder keys = new StringBuilder();
        for (ExecutionData one : store.getContents()) {
            boolean[] probes = one.getProbes();
            for (int i = 0; i < probes.length; i++) {
                if (probes[i]) {
                    keys.append("K ").append(one.getName()).append(' ').append(i).append('\n');
                }
            }
        }
        data.reset();
        return keys.toString();
    }

    /** Arguments: folders of classes, then files that {@link #take} wrote. */
    public static void main(String[] arguments) throws IOException {
        ExecutionDataStore store = new ExecutionDataStore();
        for (int i = 1; i < arguments.length; i++) {
            try (FileInputStream in = new FileInputStream(arguments[i])) {
                ExecutionDataReader reader = new ExecutionDataReader(in);
                reader.setSessionInfoVisitor(new SessionInfoStore());
                reader.setExecutionDataVisitor(store);
                reader.read();
            }
        }
        CoverageBuilder builder = new CoverageBuilder();
        Analyzer analyzer = new Analyzer(store, builder);
        for (String folder : arguments[0].split(File.pathSeparator)) {
            List<File> files = new ArrayList<>();
            Files.walk(new File(folder).toPath())
                    .filter(file -> file.toString().endsWith(".class"))
                    .forEach(file -> files.add(file.toFile()));
            for (File file : files) {
                analyzer.analyzeAll(file);
            }
        }
        for (IClassCoverage type : builder.getClasses()) {
            for (IMethodCoverage method : type.getMethods()) {
                tell(type, method);
            }
        }
    }

    private static void tell(IClassCoverage type, IMethodCoverage method) {
        for (int number = method.getFirstLine(); number >= 0 && number <= method.getLastLine(); number++) {
            ILine line = method.getLine(number);
            ICounter branches = line.getBranchCounter();
            if (line.getInstructionCounter().getTotalCount() > 0) {
                System.out.println(type.getName() + "." + method.getName() + method.getDesc() + " "
                        + type.getSourceFileName() + " " + number + " "
                        + line.getInstructionCounter().getCoveredCount() + " "
                        + branches.getCoveredCount() + " " + branches.getTotalCount());
            }
        }
    }
}
