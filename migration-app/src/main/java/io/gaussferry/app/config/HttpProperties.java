package io.gaussferry.app.config;

import io.gaussferry.configuration.DefaultValue;
import io.gaussferry.configuration.Requirements;
import io.gaussferry.control.AccessToken;
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

    /** @param base directory of the configuration file, against which relative paths are resolved */
    HttpSettings toSettings(String pipeline, Path base) {
        Requirements.notBlank("gaussferry.http.address", address);
        int chosen = port == null ? DEFAULT_PORT : port;
        Requirements.range("gaussferry.http.port", chosen, 0, 65_535);
        Requirements.range("gaussferry.http.lagging-after", laggingAfter, "1s", "30d");
        return new HttpSettings(
                pipeline,
                enabled,
                address,
                chosen,
                port == null,
                AccessToken.configured("gaussferry.http.token", token, tokenFile, base),
                laggingAfter);
    }
}
