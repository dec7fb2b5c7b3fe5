package io.gaussferry.bench.daemon;

import io.gaussferry.sandbox.ConsoleSandboxListener;
import io.gaussferry.sandbox.Sandbox;
import java.io.IOException;
import java.sql.SQLException;

/** What every command has in common that runs the daemon between two servers. Stateless. */
public final class ServersCommand {
    private ServersCommand() {}

    /** What the command does with its servers. */
    @FunctionalInterface
    public interface Body {
        /** Returns the command's exit code. */
        int run(Sandbox sandbox) throws SQLException, IOException, DaemonException, InterruptedException;
    }

    /**
     * Sees that the daemon is built, reaches or starts both servers, and runs the body. Whatever was begun is tidied up, also
     * after Ctrl-C.
     *
     * @return the body's exit code, or 1 after saying what failed
     */
    public static int run(Body body) throws SQLException, IOException {
        try {
            // before servers are fetched and started in vain
            DaemonJar.find();
            try (OrderlyEnd end = OrderlyEnd.ofThisThread(System.getenv());
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
