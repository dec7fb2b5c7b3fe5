package io.gaussferry.sandbox.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Signals for which Java has no words. Stateless. */
public final class Signals {

    private Signals() {}

    /** Stops processes where they are (SIGSTOP): they answer nothing, and their connections stay open. */
    public static void pause(Collection<ProcessHandle> processes) throws IOException, InterruptedException {
        send("-STOP", processes);
    }

    /** Lets stopped processes go on (SIGCONT). */
    public static void resume(Collection<ProcessHandle> processes) throws IOException, InterruptedException {
        send("-CONT", processes);
    }

    private static void send(String signal, Collection<ProcessHandle> processes)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kill", signal));
        processes.forEach(process -> command.add(Long.toString(process.pid())));
        // one that has ended meanwhile is an error to kill, and none to us
        new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
