package io.gaussferry.sandbox.server;

/** A server that accepts connections from its creation until it is closed. */
public interface SandboxServer extends AutoCloseable {

    ServerAddress address();

    /** Stops the processes that were started for it. Idempotent. A shutdown hook may call it. */
    @Override
    void close();
}
