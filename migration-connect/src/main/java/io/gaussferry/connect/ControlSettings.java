package io.gaussferry.connect;

/**
 * How commands reach the pipelines of a worker.
 *
 * @param address the address to listen on
 * @param token the token that commands send. A secret
 */
record ControlSettings(MetricsAddress address, String token) {

    /** Returns the address, without the token, which is a secret. */
    @Override
    public String toString() {
        return address.toString();
    }
}
