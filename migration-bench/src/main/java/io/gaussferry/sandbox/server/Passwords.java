package io.gaussferry.sandbox.server;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Passwords for servers that live for an hour. */
final class Passwords {

    private static final SecureRandom RANDOM = new SecureRandom();

    private Passwords() {}

    /** Letters of both cases, digits and an underscore: strict policies accept it, and nothing needs to quote it. */
    static String random() {
        byte[] bytes = new byte[12];
        RANDOM.nextBytes(bytes);
        return "Gf_1" + HexFormat.of().formatHex(bytes);
    }
}
