package io.gaussferry.sandbox.server;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Generates passwords for short-lived servers. */
final class Passwords {

    private static final SecureRandom RANDOM = new SecureRandom();

    private Passwords() {}

    /**
     * Returns letters of both cases, digits and an underscore: strict policies accept it, and it needs no quotes anywhere.
     */
    static String random() {
        byte[] bytes = new byte[12];
        RANDOM.nextBytes(bytes);
        return "Gf_1" + HexFormat.of().formatHex(bytes);
    }
}
