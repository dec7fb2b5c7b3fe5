package io.gaussferry.bench.sandbox;

/** A server that accepts connections from the moment it exists until it is closed. */
interface SandboxServer extends AutoCloseable {

    ServerAddress address();

    /** Stops what was started for it; does nothing the second time. May be called by a shutdown hook. */
    @Override
    void close();
}
