package io.gaussferry.preflight.mysql;

import io.gaussferry.mysql.ServerVersion;

/**
 * The version of a source server.
 *
 * @param full the version string of the server, such as {@code 8.0.33-log}
 * @param major 0 if the string cannot be parsed
 * @param minor the number after the first dot
 */
public record SourceVersion(String full, int major, int minor) {

    public static SourceVersion parse(String full) {
        ServerVersion number = ServerVersion.parse(full);
        return new SourceVersion(full, number.major(), number.minor());
    }

    boolean isAtLeast(int otherMajor, int otherMinor) {
        return new ServerVersion(major, minor, 0).isAtLeast(otherMajor, otherMinor, 0);
    }
}
