package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.bench.daemon.DaemonJar;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verifies the launcher in a copy of the checkout whose Maven builds nothing. */
class LauncherIT {

    @TempDir
    private Path home;

    @BeforeEach
    void copyCheckout() throws IOException {
        Path checkout = DaemonJar.optionsFile().resolveSibling("..").normalize();
        Files.copy(checkout.resolve("gaussferry"), home.resolve("gaussferry"));
        Files.createDirectories(home.resolve("config"));
        Files.copy(checkout.resolve("config/jvm.options"), home.resolve("config/jvm.options"));
        Files.createSymbolicLink(home.resolve("migration-app"), checkout.resolve("migration-app"));
        Path maven = Files.createDirectories(home.resolve("maven/bin")).resolve("mvn");
        Files.writeString(maven, "#!/bin/sh\n");
        Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void storesClassesAfterBuildAndStartsWithThem() throws Exception {
        assertThat(help()).startsWith("gaussferry: building");
        assertThat(archives()).hasSize(1);
        assertThat(help()).startsWith("Usage: gaussferry skip");
        Path loaded = home.resolve("loaded");
        launch("-Xlog:class+load:file=" + loaded);
        assertThat(Files.readAllLines(loaded))
                .anyMatch(line -> line.contains(" io.gaussferry.") && line.contains("source: shared objects file"));
    }

    /** A JVM ignores a file that is no archive. */
    @Test
    void startsWithUnfitArchive() throws Exception {
        help();
        for (byte[] content :
                List.of(new byte[0], "not an archive".repeat(100_000).getBytes(StandardCharsets.UTF_8))) {
            for (Path archive : archives()) {
                Files.delete(archive);
                Files.write(archive, content);
            }
            assertThat(help()).startsWith("Usage: gaussferry skip");
        }
    }

    private String help() throws IOException, InterruptedException {
        return launch("");
    }

    /**
     * Returns the output of a command.
     *
     * @param options replace the JVM's; the empty string leaves them
     */
    private String launch(String options) throws IOException, InterruptedException {
        ProcessBuilder command =
                new ProcessBuilder("sh", home.resolve("gaussferry").toString(), "skip", "--help");
        command.environment().put("GAUSSFERRY_JAVA_HOME", System.getProperty("java.home"));
        command.environment().put("GAUSSFERRY_JAVA_OPTIONS", options);
        command.environment().put("MAVEN_HOME", home.resolve("maven").toString());
        Process process = command.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private List<Path> archives() throws IOException {
        try (Stream<Path> files = Files.list(home.resolve("target"))) {
            return files.filter(file -> file.getFileName().toString().matches("gaussferry\\.(jsa|aot)"))
                    .toList();
        }
    }
}
