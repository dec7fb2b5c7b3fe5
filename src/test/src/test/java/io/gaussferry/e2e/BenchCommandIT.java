package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs the benchmark with the real daemon, as a user starts it, with a few thousand transactions. */
@SuppressWarnings("NullAway.Init")
class BenchCommandIT {

    private static final int PATIENCE_MINUTES = 8;

    @TempDir
    private Path directory;

    @Tag("long")
    @Test
    void measuresAndWritesItsReport() throws Exception {
        JsonNode report = run(
                "report.json",
                "--scale",
                "0.002",
                "--rows",
                "insert-1,back-update",
                "--repeat",
                "2",
                "--out",
                "report");
        List<String> rows = new ArrayList<>();
        for (JsonNode row : report.get("rows")) {
            rows.add(row.get("row").asString());
            assertThat(row.get("equal").asBoolean()).isTrue();
            for (String figure :
                    List.of("transactions", "seconds", "rowsPerSecond", "ratioToBaseline", "ratioToCeiling")) {
                assertThat(row.get(figure).asDouble()).as(figure).isPositive();
            }
        }
        assertThat(rows).containsExactly("insert-1", "back-update");
        assertThat(directory.resolve("report/report.html")).isNotEmptyFile();
    }

    @Tag("long")
    @Test
    void measuresCopyAgainstAlternatives() throws Exception {
        JsonNode report = run("copy.json", "copy", "--rows", "24000", "--tables", "2", "--out", "report");
        assertThat(report.get("equal").asBoolean()).isTrue();
        assertThat(report.get("verifiedRowsPerSecond").asDouble()).isPositive();
        assertThat(report.get("scannedRowsPerSecond").asDouble()).isPositive();
        List<Integer> rows = new ArrayList<>();
        report.get("ways").forEach(way -> rows.add(way.get("rows").asInt()));
        assertThat(rows).hasSize(5);
        assertThat(rows.subList(0, 4)).containsOnly(24_000);
        assertThat(rows.get(4)).as("a slice, one INSERT per row").isBetween(1, 12_000);
    }

    /** The two tools that need nothing else; those that are not installed have a reason. */
    @Tag("long")
    @Test
    void measuresPeersWithEqualContent() throws Exception {
        JsonNode report = run("peers.json", "peers", "--rows", "2000", "--transactions", "300", "--out", "report");
        List<String> equal = new ArrayList<>();
        for (JsonNode peer : report.get("peers")) {
            if (peer.get("problem").asString().isEmpty()) {
                assertThat(peer.get("differences").asInt())
                        .as(peer.get("name").asString())
                        .isZero();
                assertThat(peer.get("copySeconds").asDouble()).isPositive();
                equal.add(peer.get("name").asString());
            }
        }
        assertThat(equal).contains("Gaussferry", "one statement per row (method of the tool of 2022)");
        if (Servers.sandbox().sourceIsNative()) {
            assertThat(equal).contains("MySQL replica, 4 workers");
        }
        assertThat(report.get("peers")).hasSize(6);
    }

    /** Runs the benchmark, and returns its report. */
    private JsonNode run(String report, String... options) throws Exception {
        Path said = directory.resolve("bench.log");
        Process bench = new ProcessBuilder(command(options))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            assertThat(bench.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)).isTrue();
            assertThat(bench.exitValue()).as(Files.readString(said)).isZero();
        } finally {
            bench.destroy();
        }
        return JsonMapper.builder()
                .build()
                .readTree(directory.resolve("report").resolve(report).toFile());
    }

    private static List<String> command(String... options) {
        String home = System.getProperty("gaussferry.home");
        String built = home + "/migration-bench/target/";
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dgaussferry.home=" + home,
                "-cp",
                built + "classes:" + built + "lib/*",
                "io.gaussferry.bench.BenchCommand",
                "bench"));
        command.addAll(List.of(options));
        return command;
    }
}
