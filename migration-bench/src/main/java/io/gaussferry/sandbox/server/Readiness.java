package io.gaussferry.sandbox.server;

import io.gaussferry.sandbox.process.FileTrees;
import io.gaussferry.sandbox.process.PrivateDirectory;
import io.gaussferry.sandbox.process.SandboxException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits until a new server accepts its administrator's connection. */
final class Readiness {

    private static final Duration RETRY_INTERVAL = Duration.ofMillis(100);
    private static final int LOG_LINES = 15;

    private Readiness() {}

    /** Returns once a connection works; fails as soon as the process has exited, or after the timeout. */
    static void await(
            String name,
            Process process,
            ServerAddress address,
            Path log,
            Duration timeout,
            PrivateDirectory directory) {
        long giveUp = System.nanoTime() + timeout.toNanos();
        SQLException lastFailure = new SQLException("no attempt yet");
        while (System.nanoTime() < giveUp) {
            try (Connection connection = address.open()) {
                if (connection.isValid(1)) {
                    return;
                }
            } catch (SQLException notYet) {
                lastFailure = notYet;
            }
            try {
                if (process.waitFor(RETRY_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw died(name, process.exitValue(), log, directory);
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new SandboxException("The start was interrupted.", "Start it again.", interrupted);
            }
        }
        throw new SandboxException(
                name + " did not accept connections within " + timeout.toSeconds() + " seconds of its start: "
                        + lastFailure.getMessage() + System.lineSeparator() + FileTrees.tail(log, LOG_LINES),
                "Check the load of this machine, and retry.",
                lastFailure);
    }

    /** Returns the exception for a server program that exited by itself, or because this process is stopping. */
    static SandboxException died(String name, int exitCode, Path log, PrivateDirectory directory) {
        if (directory.isClosed()) {
            return new SandboxException("The start was interrupted.", "Start it again.");
        }
        return new SandboxException(
                name + " exited with code " + exitCode + " instead of starting. The end of its log:"
                        + System.lineSeparator() + FileTrees.tail(log, LOG_LINES),
                "The log should show the reason: often a full disk, too little memory, or an unreadable file.");
    }
}
