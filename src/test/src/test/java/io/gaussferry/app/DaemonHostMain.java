package io.gaussferry.app;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Pattern;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * The process that {@link io.gaussferry.e2e.DaemonHost} starts. Runs the program's entry point once for each line of standard input, which has the
 * file for standard error and the arguments, separated by tabs. A line with the exit code ends the standard output of a run.
 */
public final class DaemonHostMain {

    /**
     * Starts the line that ends a run's output: this, the exit code, a tab, and the names of the threads that the run has left. Without any, the
     * process is ready for the next run; otherwise it ends.
     */
    public static final String END = "\u0001exit ";

    private static final long THREADS_END_MILLIS = 1_000;

    /** Threads that libraries and the JVM start once. */
    private static final Pattern OF_LIBRARIES = Pattern.compile(
            "Attach Listener|mysql-cj-abandoned-connection-cleanup|PostgreSQL-JDBC-SharedTimer-.*|process reaper.*|Common-Cleaner|ForkJoinPool.*");

    private DaemonHostMain() {}

    /** Runs until its standard input ends. */
    public static void main(String[] none) throws Exception {
        ProgramLog.initialize();
        BlockingQueue<String> runs = new LinkedBlockingQueue<>();
        Thread reader = new Thread(() -> readRuns(runs), "host-input");
        reader.setDaemon(true);
        reader.start();
        Set<Thread> own = threads();
        OutputStream output = new FileOutputStream(FileDescriptor.out);
        String left = "";
        while (left.isEmpty()) {
            List<String> words = Arrays.asList(runs.take().split("\t", -1));
            int exitCode = run(Path.of(words.get(0)), words.subList(1, words.size()), output);
            left = left(own);
            output.write((END + exitCode + "\t" + left + "\n").getBytes(StandardCharsets.UTF_8));
        }
        Runtime.getRuntime().halt(0);
    }

    private static void readRuns(BlockingQueue<String> runs) {
        try (BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                runs.add(line);
            }
        } catch (IOException closed) {
            System.err.println("The tests no longer write: " + closed);
        }
        Runtime.getRuntime().halt(0);
    }

    private static int run(Path errorFile, List<String> arguments, OutputStream output) throws IOException {
        try (PrintStream out = printer(new RunOutput(output));
                PrintStream err = printer(Files.newOutputStream(errorFile))) {
            System.setOut(out);
            System.setErr(err);
            handleTermination(SignalHandler.SIG_DFL);
            int exitCode = GaussferryApplication.run(arguments, out, err);
            handleTermination(signal -> {});
            return exitCode;
        }
    }

    private static PrintStream printer(OutputStream stream) {
        return new PrintStream(stream, true, StandardCharsets.UTF_8);
    }

    /** Not with SIG_IGN: the JVM handles no signal of this kind that the process ignores. */
    private static void handleTermination(SignalHandler handler) {
        Signal.handle(new Signal("TERM"), handler);
        Signal.handle(new Signal("INT"), handler);
    }

    /** Returns the names of threads that do not end. */
    private static String left(Set<Thread> own) throws InterruptedException {
        long end = System.nanoTime() + THREADS_END_MILLIS * 1_000_000;
        List<String> left = new ArrayList<>();
        for (Thread thread : threads()) {
            if (!own.contains(thread) && !OF_LIBRARIES.matcher(thread.getName()).matches()) {
                thread.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
                if (thread.isAlive()) {
                    left.add(thread.getName());
                }
            }
        }
        return String.join(", ", left);
    }

    private static Set<Thread> threads() {
        return new HashSet<>(Thread.getAllStackTraces().keySet());
    }

    /** The output of one run; a thread that it leaves cannot write into the output of the next one. */
    private static final class RunOutput extends OutputStream {

        private final OutputStream output;
        private boolean isClosed;

        RunOutput(OutputStream output) {
            this.output = output;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
            if (!isClosed) {
                output.write(bytes, offset, length);
            }
        }

        @Override
        public synchronized void close() {
            isClosed = true;
        }
    }
}
