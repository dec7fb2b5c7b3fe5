package io.gaussferry.configuration;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Secrets in separate files, as provided by container engines and service managers. */
public final class SecretFiles {

    /** The largest size of a secret, in bytes; a larger file is not a secret. */
    private static final long LONGEST = 4096;

    private SecretFiles() {}

    /**
     * Returns a secret that is given by value or by file; the empty string if it is not given.
     *
     * @param key of the value; that of the file has the suffix {@code -file}
     * @param base directory of the configuration file, for relative paths
     */
    public static String choose(String key, @Nullable String value, @Nullable String file, Path base) {
        if (file == null) {
            return value == null ? "" : value;
        }
        if (value != null) {
            throw Requirements.refused(key + " and " + key + "-file are both set.", "remove one of them");
        }
        return read(key + "-file", base.resolve(Requirements.notBlank(key + "-file", file)));
    }

    private static String read(String key, Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > LONGEST) {
                throw unusable(key, file, "not a file of up to " + LONGEST + " bytes");
            }
            // editors and echo add a line end, which is not part of the password
            String secret = Files.readString(file, StandardCharsets.UTF_8).replaceFirst("\\r?\\n$", "");
            if (secret.isEmpty()) {
                throw unusable(key, file, "empty");
            }
            return secret;
        } catch (MalformedInputException e) {
            throw unusable(key, file, "not valid UTF-8");
        } catch (IOException e) {
            throw unusable(key, file, "not readable by this process");
        }
    }

    private static RuntimeException unusable(String key, Path file, String reason) {
        return Requirements.refused(
                key + " names " + file + ", which is " + reason + ".",
                "name a file that contains only the secret, readable by the daemon's user");
    }
}
