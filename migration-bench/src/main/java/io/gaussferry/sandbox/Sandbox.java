package io.gaussferry.sandbox;

import io.gaussferry.sandbox.process.SandboxException;
import io.gaussferry.sandbox.process.SandboxListener;
import io.gaussferry.sandbox.program.MySqlProgram;
import io.gaussferry.sandbox.server.ExternalServer;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.NativePostgresServer;
import io.gaussferry.sandbox.server.SandboxServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A MySQL source and an openGauss target.
 *
 * <p>Each is the first available of: the server that {@code GAUSSFERRY_SOURCE_URL} or {@code GAUSSFERRY_TARGET_URL} names
 * (with {@code _USER} and {@code _PASSWORD}); a container, if an engine answers and has the image or can pull it; a process
 * of this machine, with programs fetched into the user's cache. {@code MYSQLD} names a MySQL program of the user's, which
 * takes precedence over a container. If openGauss cannot run in a container, PostgreSQL with openGauss's own driver is its
 * stand-in.
 *
 * <p>All servers that were started here end with this object or with this process, however it ends.
 */
public final class Sandbox implements AutoCloseable {

    private final SandboxServer source;
    private final SandboxServer target;

    private Sandbox(SandboxServer source, SandboxServer target) {
        this.source = source;
        this.target = target;
    }

    /**
     * Connects to or starts both servers, and blocks until both accept connections: about ten seconds, or minutes the first
     * time, when they are downloaded.
     *
     * @throws SandboxException if a server is not available; all started servers are stopped then
     */
    public static Sandbox start(SandboxListener listener) {
        return start(System.getenv(), listener);
    }

    static Sandbox start(Map<String, String> environment, SandboxListener listener) {
        Containers containers = new Containers(environment, listener);
        SandboxServer source = openSource(environment, containers, listener);
        try {
            return new Sandbox(source, openTarget(environment, containers, listener));
        } catch (RuntimeException failure) {
            source.close();
            throw failure;
        }
    }

    private static SandboxServer openSource(
            Map<String, String> environment, Containers containers, SandboxListener listener) {
        ExternalServer given = ExternalServer.from(environment, "GAUSSFERRY_SOURCE");
        if (given != null) {
            return given;
        }
        boolean ownProgram =
                !environment.getOrDefault(MySqlProgram.VARIABLE, "").isBlank();
        SandboxServer container = ownProgram ? null : containers.mySql();
        return container == null ? NativeMySqlServer.start(environment, listener, List.of()) : container;
    }

    private static SandboxServer openTarget(
            Map<String, String> environment, Containers containers, SandboxListener listener) {
        ExternalServer given = ExternalServer.from(environment, "GAUSSFERRY_TARGET");
        if (given != null) {
            return given;
        }
        SandboxServer container = containers.openGauss();
        return container == null ? NativePostgresServer.start(environment, listener) : container;
    }

    /** Returns MySQL's address, with an administrator who may create databases, read the binlog and flush. */
    public ServerAddress source() {
        return source.address();
    }

    /** Returns the address of openGauss or its stand-in, with an administrator and a database of its own. */
    public ServerAddress target() {
        return target.address();
    }

    /** Returns whether MySQL is a process that was started here; further ones can then be started. */
    public boolean sourceIsNative() {
        return source instanceof NativeMySqlServer;
    }

    /** Returns whether PostgreSQL is the stand-in for openGauss. */
    public boolean targetIsStandIn() {
        return target instanceof NativePostgresServer;
    }

    /**
     * Writes a configuration with which {@code gaussferry run --config} replicates from the source to the target. Only its
     * owner can read the file; an existing one is replaced.
     *
     * @param directory created if it does not exist
     * @param pipelineName also the name of the file
     * @param schemas patterns of database names
     * @throws SandboxException if the file cannot be written
     */
    public Path writeConfiguration(Path directory, String pipelineName, List<String> schemas) {
        return writeConfiguration(directory, pipelineName, schemas, source(), target());
    }

    /** Writes the same configuration for other servers. */
    public static Path writeConfiguration(
            Path directory, String pipelineName, List<String> schemas, ServerAddress source, ServerAddress target) {
        try {
            return SandboxConfiguration.write(directory, pipelineName, schemas, source, target);
        } catch (IOException failure) {
            throw new SandboxException(
                    "The configuration cannot be written to " + directory + ": " + failure,
                    "Make the directory writable, or choose another.",
                    failure);
        }
    }

    /** Stops the started servers and removes their data. Idempotent; any thread may call it. */
    @Override
    public synchronized void close() {
        target.close();
        source.close();
    }
}
