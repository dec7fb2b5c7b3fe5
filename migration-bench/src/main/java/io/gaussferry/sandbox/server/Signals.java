package io.gaussferry.sandbox.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Signals that Java does not support. Stateless. */
public final class Signals {

    private Signals() {}

    /** Pauses processes (SIGSTOP): they do not answer, and their connections stay open. */
    public static void pause(Collection<ProcessHandle> processes) throws IOException, InterruptedException {
        send("-STOP", processes);
    }

    /** Resumes paused processes (SIGCONT). */
    public static void resume(Collection<ProcessHandle> processes) throws IOException, InterruptedException {
        send("-CONT", processes);
    }

    /** Interrupts a process (SIGINT). */
    public static void interrupt(ProcessHandle process) throws IOException, InterruptedException {
        send("-INT", List.of(process));
    }

    private static void send(String signal, Collection<ProcessHandle> processes)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kill", signal));
        processes.forEach(process -> command.add(Long.toString(process.pid())));
        // kill fails for a process that has ended meanwhile; this is not an error here
        new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
