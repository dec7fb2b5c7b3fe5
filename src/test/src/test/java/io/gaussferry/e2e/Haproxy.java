package io.gaussferry.e2e;

import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** HAProxy with the configuration of packaging/routing, before MySQL and the port on which openGauss speaks MySQL's protocol. */
final class Haproxy implements AutoCloseable {

    private final Process process;
    private final Path recipes;
    private final Path socket;
    private final int port;

    private Haproxy(Process process, Path recipes, Path socket, int port) {
        this.process = process;
        this.recipes = recipes;
        this.socket = socket;
        this.port = port;
    }

    /**
     * Starts it.
     *
     * @param recipes the directory of its configuration
     * @param directory for its files
     * @param targetPort on this host; null if the target does not speak MySQL's protocol
     */
    static Haproxy start(Path recipes, Path directory, ServerAddress source, @Nullable String targetPort)
            throws Exception {
        int port = freePort();
        Path socket = directory.resolve("admin.sock");
        Path log = directory.resolve("haproxy.log");
        Path configuration = directory.resolve("haproxy.cfg");
        Files.writeString(
                configuration,
                Files.readString(recipes.resolve("haproxy.cfg"))
                        .replace("/run/haproxy/admin.sock", socket.toString())
                        .replace("127.0.0.1:3307", "127.0.0.1:" + port)
                        .replace("10.0.0.1:3306", "127.0.0.1:" + source.url().replaceFirst(".*:(\\d+)/.*", "$1"))
                        .replace("10.0.0.2:3308", "127.0.0.1:" + (targetPort == null ? "9" : targetPort)));
        Process process = new ProcessBuilder("haproxy", "-db", "-f", configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        await("HAProxy").atMost(Daemon.PATIENCE).until(() -> {
            if (!process.isAlive()) {
                throw new AssertionError(Files.readString(log));
            }
            return Files.exists(socket);
        });
        return new Haproxy(process, recipes, socket, port);
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    /** Creates the application's account of the source on the target, for MySQL's protocol too. */
    static void createTargetAccount(Migration migration) throws SQLException {
        ServerAddress account = migration.applicationAddress();
        migration.target("DROP USER IF EXISTS " + account.user() + " CASCADE");
        migration.target(
                "CREATE USER " + account.user() + " PASSWORD '" + account.password() + "'",
                "SELECT set_native_password('" + account.user() + "', '" + account.password() + "', '"
                        + account.password() + "')",
                "GRANT USAGE ON SCHEMA " + migration.database() + " TO " + account.user(),
                "GRANT ALL ON ALL TABLES IN SCHEMA " + migration.database() + " TO " + account.user());
    }

    /** Returns the application's address of the active side. */
    ServerAddress address(Migration migration) {
        ServerAddress account = migration.applicationAddress();
        return new ServerAddress(
                "jdbc:mysql://127.0.0.1:" + port + "/" + migration.database()
                        + "?sslMode=DISABLED&allowPublicKeyRetrieval=true",
                account.user(),
                account.password());
    }

    /** Returns the command of a hook. */
    String command(String action) {
        return recipes.resolve("route-haproxy") + " " + socket + " " + action;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
