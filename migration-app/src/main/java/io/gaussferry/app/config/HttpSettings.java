package io.gaussferry.app.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the daemon's page, API and metrics.
 *
 * @param pipeline the pipeline's name, so that clients can check that they reach the right daemon
 * @param enabled whether the daemon listens at all
 * @param address the address to listen on
 * @param port the port to listen on; 0 for any free port
 * @param mayMove whether the daemon may use another free port if this one is in use
 * @param token the token required for changes; null if the API is read-only. A secret
 * @param laggingAfter the maximum lag; above it replication counts as lagging
 */
public record HttpSettings(
        String pipeline,
        boolean enabled,
        String address,
        int port,
        boolean mayMove,
        @Nullable String token,
        Duration laggingAfter) {

    /** Returns the address, without the token, which is a secret. */
    @Override
    public String toString() {
        return "http://" + (address.contains(":") ? "[" + address + "]" : address) + ":" + port;
    }
}
