package io.gaussferry.sandbox;

import io.gaussferry.sandbox.process.SandboxException;
import io.gaussferry.sandbox.process.SandboxListener;
import io.gaussferry.sandbox.program.MySqlProgram;
import io.gaussferry.sandbox.server.GivenServer;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.NativePostgresServer;
import io.gaussferry.sandbox.server.SandboxServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A MySQL to migrate from and an openGauss to migrate to.
 *
 * <p>Each is, in this order: the server that {@code GAUSSFERRY_SOURCE_URL} or {@code GAUSSFERRY_TARGET_URL} names (with
 * {@code _USER} and {@code _PASSWORD}); a container, where an engine answers and has the image or can pull it; a process of this
 * machine, from programs fetched into the user's cache. {@code MYSQLD} names a MySQL program of the user's, which is then
 * preferred to a container. Where openGauss cannot run in a container PostgreSQL stands in for it, behind openGauss's own driver.
 *
 * <p>What was started here ends with this object, or with this process, however that ends.
 */
public final class Sandbox implements AutoCloseable {

    private final SandboxServer source;
    private final SandboxServer target;

    private Sandbox(SandboxServer source, SandboxServer target) {
        this.source = source;
        this.target = target;
    }

    /**
     * Reaches or starts both servers, and blocks until both accept connections: some ten seconds, and minutes the first
     * time, when they are downloaded.
     *
     * @throws SandboxException where one of them cannot be had; nothing is left running then
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
        GivenServer given = GivenServer.from(environment, "GAUSSFERRY_SOURCE");
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
        GivenServer given = GivenServer.from(environment, "GAUSSFERRY_TARGET");
        if (given != null) {
            return given;
        }
        SandboxServer container = containers.openGauss();
        return container == null ? NativePostgresServer.start(environment, listener) : container;
    }

    /** MySQL, as an administrator who may create databases, read the binlog and flush. */
    public ServerAddress source() {
        return source.address();
    }

    /** openGauss or its stand-in, as an administrator, in a database of its own. */
    public ServerAddress target() {
        return target.address();
    }

    /** True where MySQL is a process that was started here: then more of its kind can be. */
    public boolean sourceIsNative() {
        return source instanceof NativeMySqlServer;
    }

    /** True where PostgreSQL stands in for openGauss. */
    public boolean targetIsStandIn() {
        return target instanceof NativePostgresServer;
    }

    /**
     * Writes a configuration with which {@code gaussferry run --config} replicates from the one to the other. Only its
     * owner can read the file; an existing one is replaced.
     *
     * @param directory made where it does not exist
     * @param pipelineName becomes the file's name as well
     * @param schemas patterns of database names
     * @throws SandboxException where it cannot be written
     */
    public Path writeConfiguration(Path directory, String pipelineName, List<String> schemas) {
        return writeConfiguration(directory, pipelineName, schemas, source(), target());
    }

    /** Writes the same for other servers. */
    public static Path writeConfiguration(
            Path directory, String pipelineName, List<String> schemas, ServerAddress source, ServerAddress target) {
        try {
            return SandboxConfiguration.write(directory, pipelineName, schemas, source, target);
        } catch (IOException failure) {
            throw new SandboxException(
                    "The configuration cannot be written into " + directory + ": " + failure,
                    "Make that directory writable, or choose another.",
                    failure);
        }
    }

    /** Stops what was started and removes its data. Does nothing the second time; any thread may call it. */
    @Override
    public synchronized void close() {
        target.close();
        source.close();
    }
}
