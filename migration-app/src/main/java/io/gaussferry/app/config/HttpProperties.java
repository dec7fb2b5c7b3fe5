package io.gaussferry.app.config;

import io.gaussferry.configuration.DefaultValue;
import io.gaussferry.configuration.Requirements;
import io.gaussferry.configuration.SecretFiles;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The keys below {@code gaussferry.http}. {@code config/gaussferry.yml} documents each. */
record HttpProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("127.0.0.1") String address,
        @Nullable Integer port,
        @Nullable String token,
        @Nullable String tokenFile,
        @DefaultValue("60s") Duration laggingAfter) {

    private static final int DEFAULT_PORT = 7433;

    /** A token can only be guessed over the network, not from a stolen hash, so 16 characters are ample. */
    private static final int SHORTEST_TOKEN = 16;

    /** @param base directory of the configuration file, against which relative paths are resolved */
    HttpSettings toSettings(String pipeline, Path base) {
        Requirements.notBlank("gaussferry.http.address", address);
        int chosen = port == null ? DEFAULT_PORT : port;
        Requirements.range("gaussferry.http.port", chosen, 0, 65_535);
        Requirements.range("gaussferry.http.lagging-after", laggingAfter, "1s", "30d");
        return new HttpSettings(pipeline, enabled, address, chosen, port == null, checkedToken(base), laggingAfter);
    }

    private @Nullable String checkedToken(Path base) {
        if (token == null && tokenFile == null) {
            return null;
        }
        String key = "gaussferry.http.token" + (tokenFile == null ? "" : "-file");
        String given = SecretFiles.choose("gaussferry.http.token", token, tokenFile, base);
        if (given.length() < SHORTEST_TOKEN) {
            throw Requirements.refused(
                    key + " has fewer than " + SHORTEST_TOKEN + " characters.",
                    "choose a random one, such as: openssl rand -hex 16");
        }
        if (!given.chars().allMatch(character -> character > ' ' && character < 0x7f)) {
            throw Requirements.refused(
                    key + " has a space or a character outside of printable ASCII.",
                    "choose another, such as: openssl rand -hex 16");
        }
        return given;
    }
}
