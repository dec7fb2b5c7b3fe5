package io.gaussferry.sandbox.server;

import io.gaussferry.sandbox.process.SandboxException;
import io.gaussferry.sandbox.process.SandboxListener;

/** A server from a chosen image, for tests against several versions. Thread-safe. */
public final class ContainerServer implements AutoCloseable {

    private final SandboxServer server;

    private ContainerServer(SandboxServer server) {
        this.server = server;
    }

    /**
     * Returns whether there is a container engine.
     *
     * @throws SandboxException if there should be an engine, but it does not answer
     */
    public static boolean isAvailable() {
        return DockerEngine.find(System.getenv()) != null;
    }

    /**
     * Starts MySQL with the settings that replication requires.
     *
     * @param image such as {@code mysql:8.4}
     * @throws SandboxException if the server does not start
     */
    public static ContainerServer mySql(String image, SandboxListener listener) {
        return new ContainerServer(DockerMySqlServer.start(engine(listener), image, listener));
    }

    /**
     * Starts openGauss with a database in MySQL's compatibility mode.
     *
     * @throws SandboxException if the server does not start
     */
    public static ContainerServer openGauss(String image, SandboxListener listener) {
        return new ContainerServer(DockerOpenGaussServer.start(engine(listener), image, listener));
    }

    private static DockerEngine engine(SandboxListener listener) {
        DockerEngine engine = DockerEngine.find(System.getenv());
        if (engine == null) {
            throw new SandboxException(
                    "There is no container engine on this machine.", "Start one, or set DOCKER_HOST.");
        }
        engine.prepare(listener);
        return engine;
    }

    /** Returns the server's address with an administrator. */
    public ServerAddress address() {
        return server.address();
    }

    @Override
    public void close() {
        server.close();
    }
}
