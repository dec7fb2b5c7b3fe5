package io.gaussferry.bench.sandbox;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/** openGauss in a container, with a database in MySQL's compatibility mode. */
final class DockerOpenGaussServer implements SandboxServer {

    private static final String DEFAULT_IMAGE = "opengauss/opengauss-server:latest";
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(1);
    private static final int PORT = 5432;
    private static final String DATABASE = "gaussferry";

    /** The image's own user for connections from outside: the initial user may not come over a network. */
    private static final String USER = "gaussdb";

    private final GenericContainer<?> container;
    private final ServerAddress address;

    private DockerOpenGaussServer(GenericContainer<?> container, ServerAddress address) {
        this.container = container;
        this.address = address;
    }

    static DockerOpenGaussServer start(Map<String, String> environment, SandboxListener listener) {
        return start(environment.getOrDefault("GAUSSFERRY_OPENGAUSS_IMAGE", DEFAULT_IMAGE), listener);
    }

    static DockerOpenGaussServer start(String image, SandboxListener listener) {
        listener.status("Starting openGauss as a container (" + image + "; the first time it is pulled)");
        // Its policy asks for three kinds of characters and, depending on the image, a special one.
        String password = Passwords.random() + "@";
        GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse(image))
                .withPrivilegedMode(true)
                .withEnv("GS_PASSWORD", password)
                .withExposedPorts(PORT)
                .withStartupTimeout(PATIENCE);
        try {
            container.start();
            ServerAddress initial = address(container, "postgres", password);
            createDatabase(initial);
            return new DockerOpenGaussServer(container, address(container, DATABASE, password));
        } catch (ContainerLaunchException | SQLException failure) {
            container.stop();
            throw new SandboxException(
                    "The container " + image + " does not start: " + failure.getMessage(),
                    "Try docker run --rm --privileged -e GS_PASSWORD=... " + image
                            + " by hand, choose another image with GAUSSFERRY_OPENGAUSS_IMAGE, or set"
                            + " GAUSSFERRY_TARGET_URL to use another openGauss.",
                    failure);
        } catch (RuntimeException failure) {
            container.stop();
            throw failure;
        }
    }

    private static ServerAddress address(GenericContainer<?> container, String database, String password) {
        String url = "jdbc:opengauss://" + container.getHost() + ":" + container.getMappedPort(PORT) + "/" + database
                + "?loggerLevel=OFF";
        return new ServerAddress(url, USER, password);
    }

    /** While it sets itself up the image starts and stops the server once: connections may come and go. */
    private static void createDatabase(ServerAddress initial) throws SQLException {
        long giveUp = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try (Connection connection = initial.open();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE DATABASE " + DATABASE + " DBCOMPATIBILITY 'B'");
                return;
            } catch (SQLException notYet) {
                if (System.nanoTime() > giveUp) {
                    throw notYet;
                }
            }
            try {
                Thread.sleep(BETWEEN_ATTEMPTS.toMillis());
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new SandboxException("The start was interrupted.", "Start again when you like.", interrupted);
            }
        }
    }

    @Override
    public ServerAddress address() {
        return address;
    }

    @Override
    public void close() {
        container.stop();
    }
}
