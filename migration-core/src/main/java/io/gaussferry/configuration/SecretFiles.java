package io.gaussferry.configuration;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Secrets that stand in a file of their own, as container engines and service managers hand them over. */
public final class SecretFiles {

    /** No secret is longer; what is, is another file, bytes. */
    private static final long LONGEST = 4096;

    private SecretFiles() {}

    /**
     * Returns a secret that is given by value or by file; the empty string if by neither.
     *
     * @param key of the value; that of the file has {@code -file} after it
     * @param base directory of the configuration file, from which a relative path starts
     */
    public static String choose(String key, @Nullable String value, @Nullable String file, Path base) {
        if (file == null) {
            return value == null ? "" : value;
        }
        if (value != null) {
            throw Requirements.refused(
                    key + " and " + key + "-file are both set.", "keep one of them: a secret has one home");
        }
        return read(key + "-file", base.resolve(Requirements.notBlank(key + "-file", file)));
    }

    private static String read(String key, Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > LONGEST) {
                throw unusable(key, file, "no file of up to " + LONGEST + " bytes");
            }
            // editors and echo end the line; a password ends before that
            String secret = Files.readString(file, StandardCharsets.UTF_8).replaceFirst("\\r?\\n$", "");
            if (secret.isEmpty()) {
                throw unusable(key, file, "empty");
            }
            return secret;
        } catch (MalformedInputException e) {
            throw unusable(key, file, "not text in UTF-8");
        } catch (IOException e) {
            throw unusable(key, file, "not readable by this process");
        }
    }

    private static RuntimeException unusable(String key, Path file, String reason) {
        return Requirements.refused(
                key + " names " + file + ", which is " + reason + ".",
                "name a file that holds the secret and nothing else, readable by the daemon's user");
    }
}
