package io.gaussferry.app.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** The keys below {@code gaussferry.http}. {@code config/gaussferry.yml} explains each. */
record HttpProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("127.0.0.1") String address,
        @Nullable Integer port,
        @Nullable String token,
        @Nullable String tokenFile,
        @DefaultValue("60s") Duration laggingAfter) {

    private static final int DEFAULT_PORT = 7433;

    /** A token is guessed over the network, not from a stolen hash: this is more than enough. */
    private static final int SHORTEST_TOKEN = 16;

    HttpSettings toSettings(String pipeline) {
        Requirements.notBlank("gaussferry.http.address", address);
        int chosen = port == null ? DEFAULT_PORT : port;
        Requirements.range("gaussferry.http.port", chosen, 0, 65_535);
        Requirements.range("gaussferry.http.lagging-after", laggingAfter, "1s", "30d");
        return new HttpSettings(pipeline, enabled, address, chosen, port == null, checkedToken(), laggingAfter);
    }

    private @Nullable String checkedToken() {
        if (token != null && tokenFile != null) {
            throw Requirements.refused(
                    "gaussferry.http.token and gaussferry.http.token-file are both set.", "remove one of them");
        }
        String key = tokenFile == null ? "gaussferry.http.token" : "gaussferry.http.token-file";
        String given = tokenFile == null ? token : read(tokenFile);
        if (given == null) {
            return null;
        }
        if (given.length() < SHORTEST_TOKEN) {
            throw Requirements.refused(
                    key + " has fewer than " + SHORTEST_TOKEN + " characters.",
                    "choose a random one, such as: openssl rand -hex 16");
        }
        if (!given.chars().allMatch(character -> character > ' ' && character < 0x7f)) {
            throw Requirements.refused(
                    key + " has other characters than printable ASCII, or a space.",
                    "choose another, such as: openssl rand -hex 16");
        }
        return given;
    }

    private static String read(String file) {
        try {
            return Files.readString(Path.of(file), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw Requirements.refused(
                    "gaussferry.http.token-file cannot be read: " + e, "name a file that the daemon's user can read");
        }
    }
}
