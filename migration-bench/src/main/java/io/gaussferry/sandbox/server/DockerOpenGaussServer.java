package io.gaussferry.sandbox.server;

import io.gaussferry.sandbox.process.SandboxException;
import io.gaussferry.sandbox.process.SandboxListener;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/** openGauss in a container, with a database in MySQL's compatibility mode. */
public final class DockerOpenGaussServer implements SandboxServer {

    /** Selects another image. The user's choice is not replaced if it is not available. */
    public static final String IMAGE_VARIABLE = "GAUSSFERRY_OPENGAUSS_IMAGE";

    private static final String DEFAULT_IMAGE = "enmotech/opengauss:6.0.0";
    private static final Duration TIMEOUT = Duration.ofMinutes(3);
    private static final Duration RETRY_INTERVAL = Duration.ofSeconds(1);
    private static final int PORT = 5432;
    private static final String DATABASE = "gaussferry";

    /** The image's own user for remote connections: the initial user may not connect over a network. */
    private static final String USER = "gaussdb";

    private final GenericContainer<?> container;
    private final ServerAddress address;

    private DockerOpenGaussServer(GenericContainer<?> container, ServerAddress address) {
        this.container = container;
        this.address = address;
    }

    /** Returns the image that the environment selects, or the default image. */
    public static String image(Map<String, String> environment) {
        String named = environment.getOrDefault(IMAGE_VARIABLE, "");
        return named.isBlank() ? DEFAULT_IMAGE : named;
    }

    /** Starts the server, and blocks until it accepts connections. */
    public static DockerOpenGaussServer start(DockerEngine engine, String image, SandboxListener listener) {
        // The password policy requires three kinds of characters and, depending on the image, a special one.
        String password = Passwords.random() + "@";
        GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse(image))
                .withEnv("GS_PASSWORD", password)
                .withExposedPorts(PORT)
                .withStartupTimeout(TIMEOUT);
        String remedy = "Try docker run --rm -e GS_PASSWORD=... " + image
                + ", choose another image with " + IMAGE_VARIABLE
                + ", or set GAUSSFERRY_TARGET_URL to use another openGauss.";
        engine.start(container, image, "openGauss", TIMEOUT, remedy, listener);
        try {
            createDatabase(address(container, "postgres", password));
            return new DockerOpenGaussServer(container, address(container, DATABASE, password));
        } catch (SQLException failure) {
            DockerEngine.stop(container);
            throw new SandboxException(
                    "openGauss in a container of " + image + " refuses connections: " + failure.getMessage(),
                    remedy,
                    failure);
        } catch (RuntimeException failure) {
            DockerEngine.stop(container);
            throw failure;
        }
    }

    private static ServerAddress address(GenericContainer<?> container, String database, String password) {
        String url = "jdbc:opengauss://" + container.getHost() + ":" + container.getMappedPort(PORT) + "/" + database
                + "?loggerLevel=OFF";
        return new ServerAddress(url, USER, password);
    }

    /** During initialization the image starts and stops the server once: connections may fail. */
    private static void createDatabase(ServerAddress initial) throws SQLException {
        ServerAddress attempt =
                new ServerAddress(initial.url() + "&loginTimeout=10", initial.user(), initial.password());
        long giveUp = System.nanoTime() + TIMEOUT.toNanos();
        while (true) {
            // no attempt may hang: a server may accept connections and never answer
            try (Connection connection = attempt.open();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE DATABASE " + DATABASE + " DBCOMPATIBILITY 'B'");
                return;
            } catch (SQLException notYet) {
                if (System.nanoTime() > giveUp) {
                    throw notYet;
                }
            }
            try {
                Thread.sleep(RETRY_INTERVAL.toMillis());
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new SandboxException("The start was interrupted.", "Start it again.", interrupted);
            }
        }
    }

    @Override
    public ServerAddress address() {
        return address;
    }

    @Override
    public void close() {
        DockerEngine.stop(container);
    }
}
