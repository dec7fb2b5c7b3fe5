package io.gaussferry.bench.sandbox;

import java.time.Duration;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.mysql.MySQLContainer;

/** MySQL in a container, which goes when it is closed or when this process ends. */
final class DockerMySqlServer implements SandboxServer {

    private static final String IMAGE = "mysql:8.4";
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int PORT = 3306;
    private static final String USER = "root";

    private final MySQLContainer container;
    private final ServerAddress address;

    private DockerMySqlServer(MySQLContainer container, ServerAddress address) {
        this.container = container;
        this.address = address;
    }

    static DockerMySqlServer start(SandboxListener listener) {
        listener.status("Starting MySQL as a container (" + IMAGE + "; the first time it is pulled)");
        String password = Passwords.random();
        MySQLContainer container = new MySQLContainer(IMAGE)
                .withUsername(USER)
                .withPassword(password)
                .withStartupTimeout(PATIENCE)
                .withCommand(NativeMySqlServer.REPLICATION_OPTIONS.toArray(String[]::new));
        try {
            container.start();
        } catch (ContainerLaunchException failure) {
            container.stop();
            throw new SandboxException(
                    "The container " + IMAGE + " does not start: " + failure.getMessage(),
                    "Try docker run --rm " + IMAGE + " by hand, or set MYSQLD or GAUSSFERRY_SOURCE_URL to use another"
                            + " MySQL.",
                    failure);
        }
        String url = "jdbc:mysql://" + container.getHost() + ":" + container.getMappedPort(PORT)
                + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true";
        return new DockerMySqlServer(container, new ServerAddress(url, USER, password));
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
