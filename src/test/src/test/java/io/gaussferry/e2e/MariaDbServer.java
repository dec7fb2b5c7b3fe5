package io.gaussferry.e2e;

import io.gaussferry.sandbox.ConsoleSandboxListener;
import io.gaussferry.sandbox.process.SandboxException;
import io.gaussferry.sandbox.process.UserCache;
import io.gaussferry.sandbox.program.MySqlProgram;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.util.ArrayList;
import java.util.List;
import org.opentest4j.TestAbortedException;

/** Private MariaDB servers of a test. The variable {@code MARIADB_VERSION} selects another version than the installed or the default one. */
final class MariaDbServer {

    private MariaDbServer() {}

    /** Starts a server; skips the test if no MariaDB is installed, and none can be downloaded and started. */
    static NativeMySqlServer start(String... options) {
        List<String> all = new ArrayList<>(List.of("--innodb-buffer-pool-size=64M"));
        all.addAll(List.of(options));
        ConsoleSandboxListener listener = ConsoleSandboxListener.onStandardOutput();
        try {
            MySqlProgram program = MySqlProgram.mariaDb(
                    System.getenv().getOrDefault("MARIADB_VERSION", ""), UserCache.of(System.getenv()), listener);
            return NativeMySqlServer.start(program, listener, all);
        } catch (SandboxException e) {
            throw new TestAbortedException("no MariaDB is available: " + e.getMessage(), e);
        }
    }
}
