package io.gaussferry.preflight.mysql;

import io.gaussferry.mysql.ServerVersion;
import java.util.Locale;

/**
 * The version of a source server.
 *
 * @param text the version string of the server, such as {@code 8.0.33-log}
 * @param major 0 if the string cannot be parsed
 * @param minor the number after the first dot
 * @param mariaDb whether the server is MariaDB
 */
public record SourceVersion(String text, int major, int minor, boolean mariaDb) {

    public static SourceVersion parse(String text) {
        ServerVersion number = ServerVersion.parse(text);
        return new SourceVersion(
                text,
                number.major(),
                number.minor(),
                text.toLowerCase(Locale.ROOT).contains("mariadb"));
    }

    boolean isAtLeast(int otherMajor, int otherMinor) {
        return new ServerVersion(major, minor, 0).isAtLeast(otherMajor, otherMinor, 0);
    }
}
