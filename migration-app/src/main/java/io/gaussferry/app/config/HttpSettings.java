package io.gaussferry.app.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where the daemon's page, its API and its metrics are.
 *
 * @param pipeline the pipeline's name, by which whoever steers a daemon knows that it is the right one
 * @param enabled whether there is anything at all
 * @param address the address to listen on
 * @param port the port to listen on; 0 for any that is free
 * @param mayMove whether any free port will do where this one is taken
 * @param token what must be shown to change something; null if nothing can be changed. A secret
 * @param laggingAfter from which lag on replay counts as lagging
 */
public record HttpSettings(
        String pipeline,
        boolean enabled,
        String address,
        int port,
        boolean mayMove,
        @Nullable String token,
        Duration laggingAfter) {

    /** Without the token, which is a secret. */
    @Override
    public String toString() {
        return "http://" + (address.contains(":") ? "[" + address + "]" : address) + ":" + port;
    }
}
