package io.gaussferry.sandbox.server;

import io.gaussferry.sandbox.process.FileTrees;
import io.gaussferry.sandbox.process.PrivateDirectory;
import io.gaussferry.sandbox.process.SandboxException;
import io.gaussferry.sandbox.process.SandboxListener;
import io.gaussferry.sandbox.program.MySqlProgram;
import java.io.IOException;
import java.util.List;

/**
 * The data of a MySQL that has never run, copied for each new server: creating them takes seconds, copying them does not.
 * Each server gets its own UUID at its start; all share the certificates, whose creation would take a sixth of the start.
 * Thread-safe.
 */
public final class MySqlTemplate implements AutoCloseable {

    private final MySqlProgram program;
    private final PrivateDirectory directory;

    private MySqlTemplate(MySqlProgram program, PrivateDirectory directory) {
        this.program = program;
        this.directory = directory;
    }

    /**
     * Creates the data with the MySQL that {@link NativeMySqlServer#start} would start.
     *
     * @throws SandboxException if the data cannot be created
     */
    public static MySqlTemplate make(SandboxListener listener) {
        MySqlProgram program = MySqlProgram.selected(System.getenv(), listener);
        return NativeMySqlServer.in(PrivateDirectory.temporary("mysql-template"), directory -> {
            NativeMySqlServer.initialize(program, directory, List.of());
            return new MySqlTemplate(program, directory);
        });
    }

    /**
     * Starts a server on a copy. Blocks until it accepts connections.
     *
     * @param extraOptions such as {@code --binlog-format=STATEMENT}; they override the sandbox's own
     */
    public NativeMySqlServer start(SandboxListener listener, String... extraOptions) {
        return NativeMySqlServer.start(this, listener, List.of(extraOptions));
    }

    MySqlProgram program() {
        return program;
    }

    void copyTo(PrivateDirectory server) throws IOException {
        FileTrees.copy(
                NativeMySqlServer.data(directory.path()),
                NativeMySqlServer.data(server.path()),
                file -> !file.getFileName().toString().equals("auto.cnf"));
    }

    @Override
    public void close() {
        directory.close();
    }
}
