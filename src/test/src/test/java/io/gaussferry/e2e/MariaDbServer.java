package io.gaussferry.e2e;

import io.gaussferry.sandbox.ConsoleSandboxListener;
import io.gaussferry.sandbox.process.SandboxException;
import io.gaussferry.sandbox.process.SandboxListener;
import io.gaussferry.sandbox.process.UserCache;
import io.gaussferry.sandbox.program.MySqlProgram;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.opentest4j.TestAbortedException;

/**
 * Private MariaDB servers of a test: the MariaDB that {@code MYSQLD} selects for all tests, or else that of the variable {@code MARIADB_VERSION},
 * or else the installed or the default one.
 */
public final class MariaDbServer {

    private MariaDbServer() {}

    /** Starts a server; skips the test if no MariaDB is installed, and none can be downloaded and started. */
    public static NativeMySqlServer start(String... options) {
        List<String> all = new ArrayList<>(List.of("--innodb-buffer-pool-size=64M"));
        all.addAll(List.of(options));
        ConsoleSandboxListener listener = ConsoleSandboxListener.onStandardOutput();
        try {
            return NativeMySqlServer.start(program(listener), listener, all);
        } catch (SandboxException e) {
            throw new TestAbortedException("no MariaDB is available: " + e.getMessage(), e);
        }
    }

    private static MySqlProgram program(SandboxListener listener) {
        Map<String, String> environment = System.getenv();
        if (environment.getOrDefault(MySqlProgram.VARIABLE, "").contains("mariadb")) {
            return MySqlProgram.selected(environment, listener);
        }
        return MySqlProgram.mariaDb(
                environment.getOrDefault("MARIADB_VERSION", ""), UserCache.of(environment), listener);
    }
}
