package io.gaussferry.app.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.app.GaussferryApplication;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code check} before it connects: no server answers at the addresses here. */
class CheckCommandTest {

    private static final String SERVERS = """
            gaussferry:
              source: {url: "jdbc:mysql://127.0.0.1:1/", user: u, password: p, schemas: [d]}
              target: {url: "jdbc:opengauss://127.0.0.1:1/d", user: u, password: p}
            """;

    @TempDir
    private Path directory;

    /** Keys that only a daemon reads. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        http: {token: short}                | gaussferry.http.token
        http: {lagging-after: 1ms}          | gaussferry.http.lagging-after
        verify: {share: 101}                | gaussferry.verify.share
        """)
    void findsWhatDaemonRefuses(String section, String key) throws IOException {
        Path file = directory.resolve("gaussferry.yml");
        Files.writeString(file, SERVERS + "  " + section + "\n");
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        PrintStream printer = new PrintStream(output, true, StandardCharsets.UTF_8);

        int exitCode =
                GaussferryApplication.run(List.of("check", "--json", "--config", file.toString()), printer, printer);

        assertThat(output.toString(StandardCharsets.UTF_8)).contains(key);
        assertThat(exitCode).isEqualTo(2);
    }
}
