package io.gaussferry.sandbox.server;

import io.gaussferry.sandbox.process.SandboxListener;
import io.gaussferry.sandbox.program.MySqlProduct;
import java.time.Duration;
import java.util.stream.Stream;
import org.testcontainers.mysql.MySQLContainer;

/** MySQL in a container, which is removed on close and when this process ends. */
public final class DockerMySqlServer implements SandboxServer {

    public static final String DEFAULT_IMAGE = "mysql:8.4.11";
    private static final Duration TIMEOUT = Duration.ofMinutes(3);
    private static final int PORT = 3306;
    private static final String USER = "root";

    private final MySQLContainer container;
    private final ServerAddress address;

    private DockerMySqlServer(MySQLContainer container, ServerAddress address) {
        this.container = container;
        this.address = address;
    }

    /** Starts the server, and blocks until it accepts connections. */
    public static DockerMySqlServer start(DockerEngine engine, String image, SandboxListener listener) {
        String password = Passwords.random();
        MySQLContainer container = new MySQLContainer(image)
                .withUsername(USER)
                .withPassword(password)
                .withStartupTimeout(TIMEOUT)
                .withCommand(options());
        engine.start(
                container,
                image,
                "MySQL",
                TIMEOUT,
                "Try docker run --rm " + image + ", or set MYSQLD or GAUSSFERRY_SOURCE_URL to use another MySQL.",
                listener);
        String url = "jdbc:mysql://" + container.getHost() + ":" + container.getMappedPort(PORT)
                + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true";
        return new DockerMySqlServer(container, new ServerAddress(url, USER, password));
    }

    /** 5.7 lacks the row metadata option; it starts with an unknown option only if it has the prefix {@code --loose-}. */
    private static String[] options() {
        return Stream.concat(NativeMySqlServer.REPLICATION_OPTIONS.stream(), MySqlProduct.MYSQL.replication().stream())
                .map(option -> option.replace("--binlog-row-metadata", "--loose-binlog-row-metadata"))
                .toArray(String[]::new);
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
