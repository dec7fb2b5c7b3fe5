package io.gaussferry.control;

import io.gaussferry.configuration.Requirements;
import io.gaussferry.configuration.SecretFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * The secret that authorizes operations. It is accepted only in a header, which pages of other sites cannot set; therefore cross-site requests
 * cannot be forged. Immutable.
 */
public final class AccessToken {

    private static final String BEARER = "Bearer ";

    /** A token can only be guessed over the network, not from a stolen hash, so 16 characters are ample. */
    private static final int SHORTEST = 16;

    private final byte[] token;

    /** Accepts this token. */
    public AccessToken(String token) {
        this.token = token.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads a token from the configuration and checks it.
     *
     * @param key the key of the token; that of its file ends in {@code -file}
     * @param base the directory against which a relative path is resolved
     * @return the token; null if neither is configured
     * @throws io.gaussferry.error.GaussferryException of category CONFIGURATION, naming the key
     */
    public static @Nullable String configured(String key, @Nullable String token, @Nullable String file, Path base) {
        if (token == null && file == null) {
            return null;
        }
        String named = key + (file == null ? "" : "-file");
        String given = SecretFiles.choose(key, token, file, base);
        if (given.length() < SHORTEST) {
            throw Requirements.refused(
                    named + " has fewer than " + SHORTEST + " characters.",
                    "choose a random one, such as: openssl rand -hex 16");
        }
        if (!given.chars().allMatch(character -> character > ' ' && character < 0x7f)) {
            throw Requirements.refused(
                    named + " has a space or a character outside of printable ASCII.",
                    "choose another, such as: openssl rand -hex 16");
        }
        return given;
    }

    /** Returns whether the value of an {@code Authorization} header has this token. Takes the same time for every wrong token. */
    public boolean isIn(@Nullable String header) {
        return header != null
                && header.startsWith(BEARER)
                && MessageDigest.isEqual(
                        token, header.substring(BEARER.length()).getBytes(StandardCharsets.UTF_8));
    }
}
