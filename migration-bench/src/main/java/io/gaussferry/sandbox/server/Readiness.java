package io.gaussferry.sandbox.server;

import io.gaussferry.sandbox.process.FileTrees;
import io.gaussferry.sandbox.process.PrivateDirectory;
import io.gaussferry.sandbox.process.SandboxException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits until a server that was just launched lets its administrator in. */
final class Readiness {

    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(100);
    private static final int LOG_LINES = 15;

    private Readiness() {}

    /** Returns once a connection works; fails as soon as the process has ended, or after that much patience. */
    static void await(
            String name,
            Process process,
            ServerAddress address,
            Path log,
            Duration patience,
            PrivateDirectory directory) {
        long giveUp = System.nanoTime() + patience.toNanos();
        SQLException lastFailure = new SQLException("not tried");
        while (System.nanoTime() < giveUp) {
            try (Connection connection = address.open()) {
                if (connection.isValid(1)) {
                    return;
                }
            } catch (SQLException notYet) {
                lastFailure = notYet;
            }
            try {
                if (process.waitFor(BETWEEN_ATTEMPTS.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw died(name, process.exitValue(), log, directory);
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new SandboxException("The start was interrupted.", "Start again when you like.", interrupted);
            }
        }
        throw new SandboxException(
                name + " still lets nobody in " + patience.toSeconds() + " seconds after its start: "
                        + lastFailure.getMessage() + System.lineSeparator() + FileTrees.tail(log, LOG_LINES),
                "See what else keeps this machine busy, and try again.",
                lastFailure);
    }

    /** What to say of a server program that ended by itself, or because this process is being ended. */
    static SandboxException died(String name, int exitCode, Path log, PrivateDirectory directory) {
        if (directory.isClosed()) {
            return new SandboxException("The start was interrupted.", "Start again when you like.");
        }
        return new SandboxException(
                name + " ended with exit code " + exitCode + " instead of starting. The end of its log:"
                        + System.lineSeparator() + FileTrees.tail(log, LOG_LINES),
                "The log should tell why: often a full disk, too little memory, or a file that it may not read.");
    }
}
