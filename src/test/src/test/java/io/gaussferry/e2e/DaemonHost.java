package io.gaussferry.e2e;

import io.gaussferry.app.DaemonHostMain;
import io.gaussferry.bench.daemon.ChildProcessGuard;
import io.gaussferry.bench.daemon.DaemonJar;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A process that runs the daemon's program several times, one after the other. The start of a JVM, the loading of classes and their compilation take
 * more processor time than most daemons of the tests themselves. A run has its own standard output and error, SIGTERM stops it as it stops a
 * daemon's process, and {@code kill -9} ends the host with it. Tests with JVM options, and all with {@code -Plong}, start a process for each daemon.
 */
final class DaemonHost {

    private static final int IDLE_AT_MOST = 2;

    private static final Deque<DaemonHost> IDLE = new ArrayDeque<>();

    private final Process process;
    private final BufferedReader output;
    private final ChildProcessGuard guard;

    private DaemonHost(Process process, ChildProcessGuard guard) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.guard = guard;
    }

    /** Returns whether daemons run in hosts. */
    static boolean isUsed() {
        return Boolean.getBoolean("gaussferry.daemon-hosts");
    }

    /**
     * Runs the program in a host that is idle, or in a new one.
     *
     * @param errorFile receives its standard error
     */
    static Process run(List<String> arguments, Path errorFile) throws Exception {
        DaemonHost host = idle();
        String line = errorFile + "\t" + String.join("\t", arguments) + "\n";
        OutputStream input = host.process.getOutputStream();
        input.write(line.getBytes(StandardCharsets.UTF_8));
        input.flush();
        return new Run(host);
    }

    private static DaemonHost idle() throws Exception {
        synchronized (IDLE) {
            while (!IDLE.isEmpty()) {
                DaemonHost host = IDLE.removeLast();
                if (host.process.isAlive()) {
                    return host;
                }
            }
        }
        return start();
    }

    private static DaemonHost start() throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ClassArchive.options());
        command.add("@" + DaemonJar.optionsFile());
        command.addAll(List.of("-cp", DaemonJar.find() + ":" + classes(), DaemonHostMain.class.getName()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new DaemonHost(process, ChildProcessGuard.of(process.pid()));
    }

    private static Path classes() throws URISyntaxException {
        return Path.of(DaemonHostMain.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    private void release(boolean isReusable) {
        synchronized (IDLE) {
            if (isReusable && IDLE.size() < IDLE_AT_MOST) {
                IDLE.addLast(this);
                return;
            }
        }
        process.destroyForcibly();
        guard.close();
    }

    /** One run of the program, as if it were a process. */
    private static final class Run extends Process {

        private final DaemonHost host;
        private final InputStream output = new Output();
        private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();

        Run(DaemonHost host) {
            this.host = host;
        }

        /** Ends with the run; its reader notices the end. */
        private final class Output extends InputStream {

            private byte[] line = new byte[0];
            private int position;

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                if (position == line.length && !nextLine()) {
                    return -1;
                }
                int count = Math.min(length, line.length - position);
                System.arraycopy(line, position, bytes, offset, count);
                position += count;
                return count;
            }

            private boolean nextLine() throws IOException {
                if (exitCode.isDone()) {
                    return false;
                }
                String next = host.output.readLine();
                if (next == null) {
                    host.release(false);
                    exitCode.complete(codeOfHost());
                    return false;
                }
                int end = next.indexOf(DaemonHostMain.END);
                if (end >= 0) {
                    ended(next.substring(end + DaemonHostMain.END.length()));
                    return false;
                }
                line = (next + "\n").getBytes(StandardCharsets.UTF_8);
                position = 0;
                return true;
            }

            private void ended(String how) {
                String[] words = how.split("\t", -1);
                if (!words[1].isEmpty()) {
                    System.out.println("DaemonHost: a daemon has left the threads " + words[1]);
                }
                host.release(words[1].isEmpty());
                exitCode.complete(Integer.valueOf(words[0]));
            }

            private int codeOfHost() {
                try {
                    return host.process.waitFor();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("interrupted while the daemon's process ends", e);
                }
            }
        }

        @Override
        public OutputStream getOutputStream() {
            return OutputStream.nullOutputStream();
        }

        @Override
        public InputStream getInputStream() {
            return output;
        }

        @Override
        public InputStream getErrorStream() {
            return new ByteArrayInputStream(new byte[0]);
        }

        @Override
        public long pid() {
            return host.process.pid();
        }

        @Override
        public int waitFor() {
            return exitCode.join();
        }

        @Override
        public boolean waitFor(long timeout, TimeUnit unit) throws InterruptedException {
            try {
                exitCode.get(timeout, unit);
                return true;
            } catch (TimeoutException e) {
                return false;
            } catch (ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public boolean isAlive() {
            return !exitCode.isDone();
        }

        @Override
        public int exitValue() {
            if (!exitCode.isDone()) {
                throw new IllegalThreadStateException("the daemon runs");
            }
            return exitCode.join();
        }

        @Override
        public CompletableFuture<Process> onExit() {
            // the thread that reads the output must continue
            return exitCode.thenApplyAsync(code -> this);
        }

        /** Returns the host's: it receives the signals of the run. */
        @Override
        public ProcessHandle toHandle() {
            return host.process.toHandle();
        }

        @Override
        public void destroy() {
            if (isAlive()) {
                toHandle().destroy();
            }
        }
    }
}
