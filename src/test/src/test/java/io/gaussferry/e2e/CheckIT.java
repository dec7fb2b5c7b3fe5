package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.e2e.CheckRun.Found;
import io.gaussferry.e2e.types.TargetForm;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Verifies {@code check}: it reports nothing for healthy servers, and reports every deliberate defect with a remedy. */
class CheckIT {

    private static final String USER = "gf_check_user";
    private static final String PASSWORD = "Not_secret_1234";

    /** Notes for any healthy pair of servers, including the disposable ones. */
    private static final Set<String> KNOWN_NOTES =
            Set.of("TARGET_IS_POSTGRESQL", "VALUES_NOT_SCANNED", "SOURCE_NOT_DURABLE", "SOURCE_COLLATION");

    /** The tuning of a given target is out of scope. */
    private static final Set<String> TUNING =
            Set.of("TARGET_MEMORY", "TARGET_THREAD_POOL", "TARGET_CHECKPOINTS", "TARGET_AUDIT");

    @SuppressWarnings("NullAway.Init")
    private Migration migration;

    @BeforeAll
    static void healCompatibilityA() throws Exception {
        keepEmptyTexts("SET behavior_compat_options = 'accept_empty_str'");
    }

    @AfterAll
    static void leaveCompatibilityA() throws Exception {
        keepEmptyTexts("RESET behavior_compat_options");
    }

    /** Applies or undoes the advice of {@code check} for a database of compatibility A; has no effect elsewhere. */
    private static void keepEmptyTexts(String change) throws Exception {
        if (Servers.isCompatibilityA()) {
            String database = Servers.target().value("SELECT current_database()");
            Servers.target().execute("ALTER DATABASE \"" + database + "\" " + change);
        }
    }

    @BeforeEach
    void createDatabase() throws Exception {
        migration = Migration.of("gf_e2e_check");
        migration.source("CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(20))", "INSERT INTO t VALUES (1, 'one')");
    }

    @AfterEach
    void dropDatabase() throws Exception {
        migration.close();
    }

    @Test
    void reportsOnlyKnownNotesForHealthyServers() throws Exception {
        CheckRun run = check("--json");
        assertThat(run.exitCode()).as(run::toString).isZero();
        assertThat(run.findings()).allMatch(found -> found.severity().equals("note"));
        assertThat(run.findings())
                .extracting(Found::code)
                .filteredOn(code -> Servers.sandbox().targetIsStandIn() || !TUNING.contains(code))
                .isSubsetOf(KNOWN_NOTES);
    }

    @Test
    void reportsCompatibilityAUntilSessionsKeepEmptyStrings() throws Exception {
        assumeTrue(Servers.isCompatibilityA(), "only openGauss in compatibility A treats '' as NULL");
        leaveCompatibilityA();
        try {
            CheckRun run = check("--json");
            assertThat(run.exitCode()).as(run::toString).isEqualTo(1);
            assertThat(run.findings()).extracting(Found::code).contains("TARGET_MODE_A");
            migration.ruleSetting("empty-string-as-null: true");
            run = check("--json");
            assertThat(run.exitCode()).as(run::toString).isZero();
            assertThat(run.findings())
                    .extracting(Found::code)
                    .contains("TARGET_MODE_A_AS_NULL")
                    .doesNotContain("TARGET_MODE_A");
        } finally {
            healCompatibilityA();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.gaussferry.e2e.Breakage#all")
    void findsEveryDefect(Breakage breakage) throws Exception {
        switch (breakage.where()) {
            case SOURCE_SERVER -> {
                assumeTrue(Servers.sandbox().sourceIsNative(), "global settings of a given server are not changed");
                String variable = breakage.object();
                String before = Servers.source().value("SELECT @@GLOBAL." + variable);
                Servers.source().execute(breakage.statements().toArray(String[]::new));
                try {
                    assertFound(check("--json"), breakage, "source");
                } finally {
                    Servers.source().execute("SET GLOBAL " + variable + " = " + Breakage.literal(before));
                }
            }
            case SOURCE -> {
                migration.source(breakage.statements().toArray(String[]::new));
                assertFound(check("--json"), breakage, inDatabase("source", breakage.object()));
            }
            case TARGET -> {
                Servers.target().execute("CREATE SCHEMA \"" + migration.database() + "\"");
                migration.target(breakage.statements().toArray(String[]::new));
                assertFound(check("--json"), breakage, inDatabase("target", breakage.object()));
            }
        }
    }

    /** A server without the component that executes policies still stores the columns of a policy. */
    @Test
    void findsColumnWithMaskingPolicy() throws Exception {
        String[] version = Servers.source().value("SELECT VERSION()").split("\\.");
        assumeTrue(
                Integer.parseInt(version[0]) * 100 + Integer.parseInt(version[1]) >= 907,
                "masking policies come with MySQL 9.7");
        Breakage masked = new Breakage(
                "SOURCE_COLUMN_MASKED",
                "blocker",
                "x",
                "remove the policy",
                Breakage.On.SOURCE,
                List.of("CREATE TABLE x (id INT PRIMARY KEY, secret VARCHAR(99) MASKING POLICY hidden)"));
        migration.source(masked.statements().toArray(String[]::new));
        assertFound(check("--json"), masked, inDatabase("source", "x"));
        assertThat(migration.launch().awaitEnd()).isEqualTo(2);
        assertThat(migration.daemon().errors()).contains("masking policy on column secret");
    }

    private String inDatabase(String side, String object) {
        return side + " " + migration.database() + (object.isEmpty() ? "" : "." + object);
    }

    @Test
    void requiresSameKeyOnTargetForUnloggedCascades() throws Exception {
        migration.source("CREATE TABLE c (id INT PRIMARY KEY, t_id INT,"
                + " CONSTRAINT fk FOREIGN KEY (t_id) REFERENCES t (id) ON DELETE CASCADE)");
        assertThat(check("--json").findings()).extracting(Found::code).doesNotContain("SOURCE_CASCADE");
        migration.targetSetting("foreign-keys: defer");
        List<Found> findings = check("--json").findings();
        boolean logged = findings.stream().anyMatch(found -> found.code().equals("SOURCE_CASCADE_LOGGED"));
        assumeTrue(!logged, "the source is MySQL 9.6 or later");
        assertThat(findings).anySatisfy(found -> {
            assertThat(found.code()).isEqualTo("SOURCE_CASCADE");
            assertThat(found.place()).isEqualTo(inDatabase("source", "c"));
            assertThat(found.problem()).contains("ON DELETE CASCADE");
        });
        Servers.target().execute("CREATE SCHEMA \"" + migration.database() + "\"");
        migration.target(
                "CREATE TABLE t (id int PRIMARY KEY, name varchar(80))",
                "CREATE TABLE c (id int PRIMARY KEY, t_id int REFERENCES t (id) ON DELETE CASCADE)");
        assertThat(check("--json").findings()).extracting(Found::code).doesNotContain("SOURCE_CASCADE");
        assumeTrue(Servers.sandbox().targetIsStandIn(), "only an administrator may disable a key");
        migration.target("ALTER TABLE t DISABLE TRIGGER ALL");
        assertThat(check("--json").findings()).extracting(Found::code).contains("SOURCE_CASCADE");
    }

    /** Only dolphin has types with members of their own, and finds no row by them. */
    @Test
    void warnsOfKeysThatStartWithAnEnum() throws Exception {
        migration.source(
                "CREATE TABLE first_of_key (kind ENUM('a','b') NOT NULL, id INT, PRIMARY KEY (kind, id))",
                "CREATE TABLE second_of_key (id INT, kind ENUM('a','b') NOT NULL, PRIMARY KEY (id, kind))",
                "CREATE TABLE of_set (kinds SET('a','b') NOT NULL PRIMARY KEY, id INT)");
        assertThat(tablesWith("SOURCE_TABLE_KEY_ENUM"))
                .containsExactlyElementsOf(
                        Servers.targetForm() == TargetForm.DOLPHIN
                                ? List.of(inDatabase("source", "first_of_key"), inDatabase("source", "of_set"))
                                : List.of());
        migration.ruleSetting("invalid-enum: text");
        assertThat(tablesWith("SOURCE_TABLE_KEY_ENUM")).doesNotContain(inDatabase("source", "first_of_key"));
    }

    private List<String> tablesWith(String code) throws Exception {
        return check("--json").findings().stream()
                .filter(found -> found.code().equals(code))
                .map(Found::place)
                .toList();
    }

    @Test
    void comparesExistingTargetTables() throws Exception {
        migration.source("CREATE TABLE e (id INT PRIMARY KEY, kind ENUM('a','b'), other ENUM('a','c'), code INT UNIQUE,"
                + " amount INT DEFAULT 7, t_id INT, CONSTRAINT refers FOREIGN KEY (t_id) REFERENCES t (id))");
        Servers.target().execute("CREATE SCHEMA \"" + migration.database() + "\"");
        migration.target(
                "CREATE TYPE mood AS ENUM ('a', 'b')",
                "CREATE TABLE e (id int PRIMARY KEY, kind mood, other mood, code int, amount int, t_id int)");
        CheckRun run = check("--json");
        assertThat(run.findings()).as(run::toString).anySatisfy(found -> {
            assertThat(found.code()).isEqualTo("TARGET_TABLE_LACKS");
            assertThat(found.problem()).contains("a unique key on code", "a default of column amount");
        });
        assertThat(run.findings()).as(run::toString).anySatisfy(found -> {
            assertThat(found.code()).isEqualTo("SOURCE_NOT_CARRIED_OVER");
            assertThat(found.problem()).contains("foreign key refers", "already exists on the target without it");
        });
        assertThat(run.findings())
                .as(run::toString)
                .filteredOn(found -> found.code().startsWith("TARGET_COLUMN_TYPE"))
                .singleElement()
                .satisfies(found -> {
                    assertThat(found.place()).isEqualTo(inDatabase("target", "e.other"));
                    assertThat(found.problem()).contains("no member 'c'");
                });
    }

    @Test
    void checksValuesOnRequest() throws Exception {
        migration.source(
                "CREATE TABLE v (id INT PRIMARY KEY, d DATE, s TIMESTAMP NULL, h TIME, x VARCHAR(20), y VARCHAR(20))",
                "SET SESSION sql_mode = ''",
                "INSERT INTO v VALUES (1, '0000-00-00', NULL, '25:00:00', 'a\\0b', 'ab')");
        assertThat(check("--json").findings())
                .extracting(Found::code)
                .contains("VALUES_NOT_SCANNED")
                .doesNotContain("VALUE_ZERO_DATE");
        CheckRun run = check("--json", "--scan-values");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.findings())
                .as(run::toString)
                .extracting(found -> found.code() + " " + found.place())
                .contains(
                        (Servers.targetForm() == TargetForm.DOLPHIN ? "VALUE_ZERO_DATE_KEPT " : "VALUE_ZERO_DATE ")
                                + inDatabase("source", "v.d"),
                        "VALUE_NUL " + inDatabase("source", "v.x"))
                .doesNotContain("VALUE_ZERO_DATE " + inDatabase("source", "v.s"))
                .doesNotContain("VALUE_NUL " + inDatabase("source", "v.y"));
        if (Servers.sandbox().targetIsStandIn()) {
            assertThat(run.findings()).extracting(Found::code).contains("VALUE_TIME_RANGE");
        }
    }

    @Test
    void findsCollidingKeysBeforeCopy() throws Exception {
        assumeTrue(
                Servers.targetForm() == TargetForm.DOLPHIN,
                "only openGauss in compatibility B ignores trailing blanks");
        migration.source(
                "CREATE TABLE blanks (a VARCHAR(10), b INT, UNIQUE KEY u (b, a))",
                "INSERT INTO blanks VALUES ('a', 1), ('a ', 1), (NULL, 1), (NULL, 1)",
                "CREATE TABLE none (a VARCHAR(10) COLLATE utf8mb4_general_ci PRIMARY KEY)",
                "INSERT INTO none VALUES ('a'), ('b ')");
        CheckRun run = check("--json", "--scan-values");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.findings())
                .as(run::toString)
                .filteredOn(found -> found.code().equals("VALUE_KEYS_MEET"))
                .extracting(Found::place)
                .containsExactly(inDatabase("source", "blanks.b"));
        Daemon daemon = migration.launch();
        assertThat(daemon.awaitEnd()).isEqualTo(1);
        assertThat(daemon.errors()).contains("u of table gf_e2e_check.blanks");
    }

    /** Its copy has started, according to its notes, but no table exists: no table that received rows is missing. */
    @Test
    void rejectedStartDoesNotCountAsCopy() throws Exception {
        Servers.target().execute("CREATE SCHEMA \"" + migration.database() + "\"");
        // with which the type of the table's rows would collide
        migration.target("CREATE TYPE t AS ENUM ('a')");
        Daemon daemon = migration.launch();
        assertThat(daemon.awaitEnd()).as(daemon::errors).isNotZero();
        assertThat(daemon.errors()).contains("Could not create table ").contains(migration.database() + ".t");
        assertThat(Servers.target()
                        .value("SELECT COUNT(*) FROM gaussferry.copy WHERE pipeline = '" + migration.pipeline() + "'"))
                .isEqualTo("1");
        assertThat(check("--json").findings())
                .extracting(Found::code)
                .doesNotContain("TARGET_TABLE_MISSING", "TARGET_TABLE_NOT_EMPTY");
        migration.target("DROP TYPE t");
        assertThat(check("--json").exitCode()).isZero();
        migration.start();
        migration.assertEqualContent();
        migration.stop();
    }

    @ParameterizedTest
    @CsvSource({
        "SELECT, SOURCE_PRIVILEGE_SELECT",
        "RELOAD, SOURCE_PRIVILEGE_RELOAD",
        "REPLICATION SLAVE, SOURCE_PRIVILEGE_REPLICATION_SLAVE",
        "REPLICATION CLIENT, SOURCE_PRIVILEGE_REPLICATION_CLIENT"
    })
    void reportsMissingPrivilege(String missing, String code) throws Exception {
        List<String> privileges =
                new ArrayList<>(List.of("SELECT", "RELOAD", "REPLICATION SLAVE", "REPLICATION CLIENT"));
        privileges.remove(missing);
        Servers.source()
                .execute(
                        "CREATE USER " + USER + " IDENTIFIED BY '" + PASSWORD + "'",
                        "GRANT " + String.join(", ", privileges) + " ON *.* TO " + USER);
        try {
            Path file = changed("(?s)(  source:.*?    user: )[^\n]*", "$1" + USER);
            Files.writeString(
                    file,
                    Files.readString(file).replaceFirst("(?s)(  source:.*?    password: )[^\n]*", "$1" + PASSWORD));
            CheckRun run = CheckRun.of(file, "--json");
            assertThat(run.exitCode()).as(run::toString).isEqualTo(missing.equals("RELOAD") ? 1 : 2);
            assertThat(run.findings())
                    .as(run::toString)
                    .filteredOn(found -> found.code().startsWith("SOURCE_PRIVILEGE"))
                    .singleElement()
                    .satisfies(found -> {
                        assertThat(found.code()).isEqualTo(code);
                        assertThat(found.remedy()).contains("GRANT " + missing);
                    });
        } finally {
            Servers.source().execute("DROP USER " + USER);
        }
    }

    @Test
    void reportsPurgedProgressAsBlocker() throws Exception {
        assumeTrue(Servers.sandbox().sourceIsNative(), "the binlog of a given server is not purged");
        migration.start();
        migration.awaitCaughtUp();
        migration.stop();
        CheckRun healthy = check("--json");
        assertThat(healthy.exitCode()).as(healthy::toString).isZero();

        migration.source("INSERT INTO t VALUES (2, 'two')", "FLUSH BINARY LOGS");
        List<String> files = Servers.source().rows("SHOW BINARY LOGS");
        String newest = files.get(files.size() - 1).split("\\|", -1)[0];
        migration.source("PURGE BINARY LOGS TO '" + newest + "'");
        CheckRun run = check("--json");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.findings()).extracting(Found::code).contains("SOURCE_GTID_PURGED");
    }

    @ParameterizedTest
    @CsvSource({
        "'(jdbc:mysql://[^:/]+):\\d+', '$1:1', SOURCE_UNREACHABLE, gaussferry.source.url",
        "'(jdbc:opengauss://[^:/]+):\\d+', '$1:1', TARGET_UNREACHABLE, gaussferry.target.url",
        "'(?s)(  source:.*?    password: )[^\n]*', '$1wrong', SOURCE_ACCESS_DENIED, gaussferry.source.password",
        "'(?s)(  target:.*?    password: )[^\n]*', '$1wrong', TARGET_ACCESS_DENIED, gaussferry.target.password",
        "'(jdbc:opengauss://[^/]+/)[^?\"]+', '$1gf_none', TARGET_NO_DATABASE, gaussferry.target.url",
        "'  source:\n', '  source:\n    passwort: x\n', CONFIGURATION_REFUSED, remove it"
    })
    void reportsOneFindingForUnusableConfiguration(String pattern, String replacement, String code, String remedy)
            throws Exception {
        CheckRun run = CheckRun.of(changed(pattern, replacement), "--json");
        assertThat(run.exitCode()).as(run::toString).isEqualTo(2);
        assertThat(run.findings())
                .filteredOn(found -> found.severity().equals("blocker"))
                .singleElement()
                .satisfies(found -> {
                    assertThat(found.code()).isEqualTo(code);
                    assertThat(found.remedy()).contains(remedy);
                });
        assertThat(run.errors()).doesNotContain("\tat ");
    }

    @Test
    void reportsUnknownKeyLikeDaemonWithoutJson() throws Exception {
        CheckRun run = CheckRun.of(changed("  source:\n", "  source:\n    passwort: x\n"));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errors())
                .contains("gaussferry: Unknown key", "  remedy: ")
                .doesNotContain("\tat ");
        assertThat(run.output()).isEmpty();
    }

    @Test
    void reportsSameFindingsAsTextAndJson() throws Exception {
        migration.source("CREATE TABLE x (id INT)", "CREATE TABLE y (id INT)", "CREATE TABLE z (ctid INT PRIMARY KEY)");
        CheckRun text = check();
        CheckRun json = check("--json");
        assertThat(text.exitCode()).isEqualTo(json.exitCode()).isEqualTo(2);
        String words = text.output().replaceAll("\\s+", " ");
        for (Found found : json.findings()) {
            assertThat(words).contains(found.code(), found.place(), found.problem(), found.why(), found.remedy());
        }
        assertThat(text.output()).startsWith("BLOCKER  SOURCE_COLUMN_RESERVED\n");
        assertThat(text.output().lines().reduce("", (before, line) -> line))
                .matches("1 blocker, 2 warnings, \\d+ notes?");
    }

    private static void assertFound(CheckRun run, Breakage breakage, String place) {
        assertThat(run.findings()).as(run::toString).anySatisfy(found -> {
            assertThat(found.code()).isEqualTo(breakage.code());
            assertThat(found.severity()).isEqualTo(breakage.severity());
            assertThat(found.place()).isEqualTo(place);
            assertThat(found.remedy()).contains(breakage.remedy());
        });
        int expected = switch (breakage.severity()) {
            case "blocker" -> 2;
            case "warning" -> 1;
            default -> 0;
        };
        assertThat(run.exitCode()).as(run::toString).isGreaterThanOrEqualTo(expected);
    }

    private CheckRun check(String... options) throws Exception {
        return CheckRun.of(migration.configuration(), options);
    }

    /** Writes the configuration with a replacement, given as a literal or a regular expression. */
    private Path changed(String pattern, String replacement) throws Exception {
        String text = Files.readString(migration.configuration(), StandardCharsets.UTF_8);
        String changed =
                text.contains(pattern) ? text.replace(pattern, replacement) : text.replaceFirst(pattern, replacement);
        assertThat(changed).isNotEqualTo(text);
        Path file = migration.directory().resolve("changed.yml");
        Files.writeString(file, changed, StandardCharsets.UTF_8);
        return file;
    }
}
