package io.gaussferry.mysql.binlog;

import java.io.IOException;

/** A binlog connection led to another server than the one that was found to be readable. */
final class OtherServerException extends IOException {

    private static final long serialVersionUID = 1;

    private final String found;

    OtherServerException(String found, String expected) {
        super("the server is now " + found + ", expected " + expected);
        this.found = found;
    }

    /** Returns the identity of the server to which the connection led. */
    String found() {
        return found;
    }
}
