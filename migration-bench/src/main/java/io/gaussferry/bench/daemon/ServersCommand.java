package io.gaussferry.bench.daemon;

import io.gaussferry.sandbox.ConsoleSandboxListener;
import io.gaussferry.sandbox.Sandbox;
import java.io.IOException;
import java.sql.SQLException;

/** The frame of every command that runs the daemon between two servers. Stateless. */
public final class ServersCommand {
    private ServersCommand() {}

    /** The work of a command on its servers. */
    @FunctionalInterface
    public interface Body {
        /** Returns the command's exit code. */
        int run(Sandbox sandbox) throws SQLException, IOException, DaemonException, InterruptedException;
    }

    /**
     * Checks that the daemon is built, connects to or starts both servers, and runs the body. Cleans up in every case, also
     * after Ctrl-C.
     *
     * @return the body's exit code, or 1 after a failure, which is printed
     */
    public static int run(Body body) throws SQLException, IOException {
        try {
            // before fetching and starting servers
            DaemonJar.find();
            try (ShutdownGuard end = ShutdownGuard.ofThisThread(System.getenv());
                    Sandbox sandbox = Sandbox.start(ConsoleSandboxListener.onStandardOutput())) {
                return body.run(sandbox);
            }
        } catch (DaemonException failure) {
            System.err.println("gaussferry: " + failure.getMessage());
            return 1;
        } catch (InterruptedException interrupted) {
            System.err.println("gaussferry: interrupted; what was created has been removed");
            return 1;
        }
    }
}
