package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.sandbox.ConsoleSandboxListener;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies that an invalid configuration is rejected at start: one message with problem and remedy, and exit code 2. */
class ConfigurationIT {

    private static final String WRONG_PASSWORD = "Not_the_password_1";

    @SuppressWarnings("NullAway.Init")
    private Migration migration;

    @BeforeEach
    void createDatabase() throws Exception {
        migration = Migration.of("gf_e2e_configuration");
    }

    @AfterEach
    void dropDatabase() throws Exception {
        migration.close();
    }

    @ParameterizedTest
    @CsvSource({
        "'  source:\n', '  source:\n    passwort: x\n', gaussferry.source.passwort",
        "'  source:\n', '  replay:\n    applier: 2\n  source:\n', gaussferry.replay.applier",
        "'gaussferry:\n', 'logging: {}\ngaussferry:\n', logging"
    })
    void reportsUnknownKey(String from, String to, String key) throws Exception {
        assertRefused(from, to, "Unknown key", key);
    }

    @ParameterizedTest
    @CsvSource({"source, url", "target, user"})
    void reportsMissingKey(String side, String key) throws Exception {
        String section = configuration().split("  " + side + ":\n", -1)[1];
        String line = section.lines()
                .filter(candidate -> candidate.startsWith("    " + key + ":"))
                .findFirst()
                .orElseThrow();
        String shortened = section.replaceFirst(Pattern.quote(line + "\n"), "");
        assertRefused(section, shortened, "gaussferry." + side + "." + key, "missing");
    }

    @ParameterizedTest
    @CsvSource({"appliers, 65", "batch-changes, many", "queue-bytes, 1KB"})
    void reportsInvalidValue(String key, String value) throws Exception {
        assertRefused(
                "  source:\n", "  replay:\n    " + key + ": " + value + "\n  source:\n", "gaussferry.replay." + key);
    }

    @Test
    void reportsUnsetVariable() throws Exception {
        assertRefused(
                "(?s)(  source:.*?    password: )[^\n]*",
                "$1\"\\${GAUSSFERRY_TEST_NO_SUCH_VARIABLE}\"",
                "gaussferry.source.password");
    }

    /** A server may be down after a power failure, and a mistyped port has the same effect: the daemon waits and names the key. */
    @Test
    void waitsForUnreachablePortAndReportsIt() throws Exception {
        assertWaits("(jdbc:mysql://[^:/]+):\\d+", "$1:1", "gaussferry.source.url");
        assertWaits("(jdbc:opengauss://[^:/]+):\\d+", "$1:1", "gaussferry.target.url");
    }

    private void assertWaits(String pattern, String replacement, String key) throws Exception {
        Path file = migration.directory().resolve("broken.yml");
        Files.writeString(file, configuration().replaceFirst(pattern, replacement), StandardCharsets.UTF_8);
        try (Daemon daemon = Daemon.start(file, migration.directory())) {
            await("a second attempt: " + key)
                    .atMost(Daemon.PATIENCE)
                    .until(() -> daemon.errors().split("Cannot use", -1).length > 2);
            assertThat(daemon.errors()).contains("check host and port in " + key);
            assertThat(daemon.terminate()).as(daemon::errors).isZero();
            assertNoPassword(daemon.errors() + daemon.output());
        }
    }

    @Test
    void rejectsWrongPasswordWithoutShowingIt() throws Exception {
        for (String side : new String[] {"source", "target"}) {
            assertRefused(
                    "(?s)(  " + side + ":.*?    password: )[^\n]*",
                    "$1" + WRONG_PASSWORD,
                    "gaussferry." + side + ".password");
        }
    }

    @Test
    void rejectsMissingTargetDatabase() throws Exception {
        assertRefused("(jdbc:opengauss://[^/]+/)[^?\"]+", "$1gf_no_such_database", "gaussferry.target.url");
    }

    @Test
    void rejectsSourceWithoutFullRowImages() throws Exception {
        assumeTrue(
                Servers.sandbox().sourceIsNative(),
                "another MySQL can only be started if the first one was started here");
        ServerAddress usual = Servers.sandbox().source();
        try (NativeMySqlServer other =
                NativeMySqlServer.start(ConsoleSandboxListener.onStandardOutput(), "--binlog-format=STATEMENT")) {
            String text = configuration()
                    .replace(usual.url(), other.address().url())
                    .replace(usual.password(), other.address().password());
            assertRefusedText(text, "binlog_format = STATEMENT", "SET GLOBAL binlog_format = 'ROW'");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gaussferry: [", "gaussferry:\n\tsource: x\n", "%PDF-1.7"})
    void rejectsFileThatIsNotYaml(String text) throws Exception {
        assertRefusedText(text, "is not YAML", "broken.yml");
    }

    @Test
    void rejectsEmptyFile() throws Exception {
        assertRefusedText("", "gaussferry.source is missing");
    }

    @Test
    void rejectsUnreadableFile() throws Exception {
        assertRefusedFile(migration.directory().resolve("no-such-file.yml"), "no-such-file.yml", "cannot be read");
        assertRefusedFile(migration.directory(), "cannot be read");
    }

    @Test
    void rejectsCascadesMissingInBinlog() throws Exception {
        migration.source(
                "CREATE TABLE parent (id INT PRIMARY KEY)",
                "CREATE TABLE child (id INT PRIMARY KEY, parent_id INT,"
                        + " FOREIGN KEY (parent_id) REFERENCES parent (id) ON DELETE CASCADE)");
        assumeTrue(
                Servers.source()
                        .value("SELECT VERSION() LIKE '%MariaDB%' OR SUBSTRING_INDEX(VERSION(), '.', 2) + 0.0 < 9.6")
                        .equals("1"),
                "from MySQL 9.6 on cascades are in the binlog");
        migration.targetSetting("foreign-keys: defer");
        assertRefusedText(configuration(), "ON DELETE CASCADE", "does not write the child rows");
    }

    @Test
    void rejectsNonTransactionalTableWithoutKeyBeforeCreation() throws Exception {
        migration.source("CREATE TABLE plain (id INT) ENGINE = MyISAM");
        assertRefusedText(configuration(), ".plain", "MyISAM", "ENGINE = InnoDB");
        assertThat(Servers.target()
                        .value("SELECT count(*) FROM information_schema.schemata WHERE schema_name = '"
                                + migration.database() + "'"))
                .isEqualTo("0");
    }

    private String configuration() throws Exception {
        return Files.readString(migration.configuration(), StandardCharsets.UTF_8);
    }

    private void assertRefused(String pattern, String replacement, String... expected) throws Exception {
        String text = configuration();
        String changed =
                text.contains(pattern) ? text.replace(pattern, replacement) : text.replaceFirst(pattern, replacement);
        assertThat(changed).as("the invalid configuration").isNotEqualTo(text);
        assertRefusedText(changed, expected);
    }

    private void assertRefusedText(String text, String... expected) throws Exception {
        Path file = migration.directory().resolve("broken.yml");
        Files.writeString(file, text, StandardCharsets.UTF_8);
        assertRefusedFile(file, expected);
    }

    private void assertRefusedFile(Path file, String... expected) throws Exception {
        try (Daemon daemon = Daemon.start(file, migration.directory())) {
            int exitCode = daemon.awaitEnd();
            String errors = daemon.errors();
            assertThat(exitCode).as(errors).isEqualTo(ErrorCategory.CONFIGURATION.exitCode());
            assertThat(errors).contains(expected);
            assertThat(errors.lines())
                    .as(errors)
                    .filteredOn(line -> line.startsWith("gaussferry: "))
                    .hasSize(1);
            assertThat(errors.lines())
                    .as(errors)
                    .filteredOn(line -> line.startsWith("  remedy: "))
                    .hasSize(1);
            assertThat(errors.lines()).as(errors).noneMatch(line -> line.startsWith("\tat "));
            assertNoPassword(errors + daemon.output());
        }
    }

    private static void assertNoPassword(String said) {
        assertThat(said).doesNotContain(WRONG_PASSWORD);
        for (ServerAddress server :
                List.of(Servers.sandbox().source(), Servers.sandbox().target())) {
            // the password of a given server may be a word that occurs in the output for another reason
            if (server.password().length() >= 8) {
                assertThat(said).doesNotContain(server.password());
            }
        }
    }
}
