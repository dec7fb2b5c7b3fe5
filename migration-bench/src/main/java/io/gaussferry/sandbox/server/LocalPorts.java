package io.gaussferry.sandbox.server;

import io.gaussferry.sandbox.process.SandboxException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports of 127.0.0.1. */
final class LocalPorts {

    static final String HOST = "127.0.0.1";

    private LocalPorts() {}

    /** Returns a port that was free a moment ago. Another process may bind it before the server does. */
    static int free() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
            return socket.getLocalPort();
        } catch (IOException failure) {
            throw new SandboxException(
                    "No free port on " + HOST + ": " + failure, "Stop programs that hold many connections.", failure);
        }
    }
}
