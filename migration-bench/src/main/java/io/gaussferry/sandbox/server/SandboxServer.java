package io.gaussferry.sandbox.server;

/** A server that accepts connections from the moment it exists until it is closed. */
public interface SandboxServer extends AutoCloseable {

    ServerAddress address();

    /** Stops what was started for it; does nothing the second time. May be called by a shutdown hook. */
    @Override
    void close();
}
