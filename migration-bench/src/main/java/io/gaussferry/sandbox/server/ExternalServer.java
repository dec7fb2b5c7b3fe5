package io.gaussferry.sandbox.server;

import io.gaussferry.sandbox.process.SandboxException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An external server, named by three environment variables. Closing it does nothing. */
public record ExternalServer(ServerAddress address) implements SandboxServer {

    private static final int VALIDATION_SECONDS = 10;

    /**
     * Reads {@code PREFIX_URL}, {@code PREFIX_USER} and {@code PREFIX_PASSWORD}, and connects once.
     *
     * @return null if no URL is set
     */
    public static @Nullable ExternalServer from(Map<String, String> environment, String prefix) {
        String url = environment.getOrDefault(prefix + "_URL", "");
        if (url.isBlank()) {
            return null;
        }
        String user = environment.getOrDefault(prefix + "_USER", "");
        if (user.isBlank()) {
            throw new SandboxException(
                    prefix + "_URL is set, but " + prefix + "_USER is not.",
                    "Set " + prefix + "_USER and " + prefix + "_PASSWORD as well, or unset " + prefix + "_URL.");
        }
        ServerAddress address = new ServerAddress(url, user, environment.getOrDefault(prefix + "_PASSWORD", ""));
        try (Connection connection = address.open()) {
            connection.isValid(VALIDATION_SECONDS);
        } catch (SQLException failure) {
            throw new SandboxException(
                    "The server given by " + prefix + "_URL cannot be reached as " + address + ": "
                            + firstLine(failure),
                    "Correct " + prefix + "_URL, " + prefix + "_USER and " + prefix
                            + "_PASSWORD, or unset them to let the sandbox start a server.",
                    failure);
        }
        return new ExternalServer(address);
    }

    private static String firstLine(SQLException failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse(failure.getSQLState());
    }

    @Override
    public void close() {
        // An external server keeps running.
    }
}
