package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.bench.compare.ComparisonResult;
import io.gaussferry.bench.compare.ContentComparison;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Replays the schema histories of real applications, statement by statement while rows change, and compares both sides after each.
 *
 * <p>{@code -Dgaussferry.histories=DIRECTORY} sets their location: one directory for each application, with scripts in natural order of their names
 * ({@code V2_9} before {@code V2_10}). The test includes none.
 */
class DefinitionHistoriesIT {

    private static final String DIRECTORY = System.getProperty("gaussferry.histories", "");

    private static final long SEED = Long.getLong("gaussferry.seed", 20_261_123L);

    /** At least nine in ten statements need no operator. */
    private static final double FOLLOWED_AT_LEAST = 0.9;

    private static final Pattern DEFINES = Pattern.compile(
            "(?i)^(?:/\\*![0-9]* *)?(CREATE|ALTER|DROP|RENAME|TRUNCATE|ANALYZE|OPTIMIZE|GRANT|REVOKE)\\b.*",
            Pattern.DOTALL);

    private static final Pattern NAME = Pattern.compile("\\w+");

    @Test
    void histories() throws Exception {
        assumeTrue(!DIRECTORY.isEmpty(), "-Dgaussferry.histories sets no directory");
        List<Counts> all = new ArrayList<>();
        for (Path application : inOrder(Path.of(DIRECTORY), "")) {
            try (History history = new History(application)) {
                all.add(history.run());
            }
        }
        System.out.println("statements accepted by the source; seed " + SEED);
        all.forEach(System.out::println);
        assertThat(all).allSatisfy(counts -> assertThat(counts.different).isEmpty());
        assertThat(all)
                .allSatisfy(counts -> assertThat(counts.shareWithoutOperator())
                        .as(counts::toString)
                        .isGreaterThanOrEqualTo(FOLLOWED_AT_LEAST));
    }

    private static List<Path> inOrder(Path directory, String ending) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(entry -> entry.getFileName().toString().endsWith(ending))
                    .sorted(Comparator.comparing(DefinitionHistoriesIT::sortable))
                    .toList();
        }
    }

    /** Returns a sort key that orders {@code V2_10__x.sql} after {@code V2_9__x.sql}. */
    private static String sortable(Path path) {
        return Pattern.compile("\\d+")
                .matcher(path.getFileName().toString())
                .replaceAll(number -> String.format("%20s", number.group()).replace(' ', '0'));
    }

    /** Counts the outcomes of an application's statements. */
    private static final class Counts {
        private final String application;
        private int statements;
        private int followed;
        private int skipped;
        private final Map<String, Integer> passed = new TreeMap<>();
        private final Map<String, String> copied = new TreeMap<>();
        private final Map<String, String> held = new TreeMap<>();
        private final List<String> different = new ArrayList<>();

        private Counts(String application) {
            this.application = application;
        }

        private double shareWithoutOperator() {
            return statements == 0 ? 1 : (double) (followed + skipped) / statements;
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder(application + ": " + statements + " statements, " + followed
                    + " followed, " + skipped + " skipped " + passed + ", " + copied.size() + " copied again, "
                    + held.size() + " held, " + different.size() + " different");
            copied.forEach((statement, reason) -> text.append("\n  copied again: ")
                    .append(statement)
                    .append("\n    ")
                    .append(reason));
            held.forEach((statement, reason) ->
                    text.append("\n  held: ").append(statement).append("\n    ").append(reason));
            different.forEach(difference -> text.append("\n  DIFFERENT: ").append(difference));
            return text.toString();
        }
    }

    /** The history of one application. */
    private static final class History implements AutoCloseable {

        private final Path scripts;
        private final Migration migration;
        private final Connection source;
        private final HistoryRows rows;
        private final Counts counts;
        private int known;
        private List<String> knownCopies = List.of();

        History(Path scripts) throws Exception {
            this.scripts = scripts;
            this.counts = new Counts(scripts.getFileName().toString());
            this.migration = Migration.of("gf_e2e_history");
            this.source = migration.openSource();
            this.rows = new HistoryRows(migration.openSource(), new SplittableRandom(SEED));
        }

        Counts run() throws Exception {
            migration.start();
            for (Path script : inOrder(scripts, ".sql")) {
                for (String statement : SqlScript.statements(Files.readString(script, StandardCharsets.UTF_8))) {
                    run(statement);
                }
                System.out.println(script.getFileName() + ": " + counts.statements + " statements, " + counts.followed
                        + " followed, " + counts.skipped + " skipped, " + counts.copied.size()
                        + " copied again, " + counts.held.size() + " held");
            }
            migration.stop();
            return counts;
        }

        private void run(String statement) throws Exception {
            if (statement.matches("(?is)(use|create\\s+(database|schema)|drop\\s+(database|schema))\\b.*")) {
                return; // it has its own database
            }
            boolean defines = DEFINES.matcher(statement).matches();
            if (defines) {
                changeRows(statement);
            }
            try (Statement execution = source.createStatement()) {
                execution.execute(statement);
                while (execution.getMoreResults() || execution.getUpdateCount() >= 0) {
                    // a procedure may have several results
                    continue;
                }
            } catch (SQLException refused) {
                return;
            }
            if (!defines && !statement.matches("(?is)call\\b.*")) {
                return; // its rows are compared with the next
            }
            if (defines) {
                changeRows(statement);
            }
            judge(statement, defines);
            compare(statement);
        }

        private void changeRows(String statement) throws SQLException {
            List<String> tables = tables();
            NAME.matcher(statement)
                    .results()
                    .map(name -> name.group())
                    .distinct()
                    .filter(tables::contains)
                    .limit(5)
                    .forEach(table -> {
                        try {
                            rows.change(table);
                        } catch (SQLException e) {
                            throw new AssertionError(e);
                        }
                    });
        }

        private List<String> tables() throws SQLException {
            return Server.rows(
                    source,
                    "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'");
        }

        /** Waits until the daemon passes a statement or holds it. */
        private void judge(String statement, boolean defines) throws Exception {
            try {
                migration.awaitCaughtUp(Duration.ofMinutes(5));
            } catch (AssertionError ended) {
                List<String> held = changes("result = 'HELD'");
                if (held.isEmpty()) {
                    throw new AssertionError("behind " + statement + "\n" + ended.getMessage(), ended);
                }
                counts.statements++;
                counts.held.put(shown(statement), held.get(held.size() - 1));
                System.out.println("held: " + shown(statement) + ": " + held.get(held.size() - 1));
                prepareRestart();
                return;
            }
            List<String> all = changes("TRUE");
            List<String> news = all.subList(known, all.size());
            known = all.size();
            if (news.isEmpty() && defines) {
                counts.statements++;
                counts.skipped++;
                counts.passed.merge(kind(statement), 1, Integer::sum);
            }
            List<String> copies = copies();
            boolean areCopied = !copies.equals(knownCopies);
            knownCopies = copies;
            for (String change : news) {
                counts.statements++;
                if (change.startsWith("FOLLOWED") && !areCopied) {
                    counts.followed++;
                } else {
                    counts.copied.put(counts.statements + " " + shown(statement), change);
                    System.out.println("copied again: " + shown(statement) + ": " + change);
                    awaitCopied();
                }
            }
        }

        /** Returns its first words, such as CREATE FUNCTION. */
        private static String kind(String statement) {
            return Arrays.stream(statement.split("\\s+")).limit(2).collect(Collectors.joining(" "));
        }

        private static String shown(String statement) {
            return statement
                    .replaceAll("\\s+", " ")
                    .substring(
                            0, Math.min(160, statement.replaceAll("\\s+", " ").length()));
        }

        private List<String> changes(String condition) throws SQLException {
            return Servers.target()
                    .rows(
                            "SELECT result || ' ' || replace(note, chr(10), ' ') FROM gaussferry.definition_change WHERE pipeline = '"
                                    + migration.pipeline() + "' AND " + condition
                                    + " ORDER BY changed_at, executed_at");
        }

        /** Returns the origin and time of each copy request, without its progress. */
        private List<String> copies() throws SQLException {
            return Servers.target()
                    .rows("SELECT table_name, requested_at FROM gaussferry.table_copy WHERE pipeline = '"
                            + migration.pipeline() + "' ORDER BY table_name");
        }

        private void awaitCopied() throws Exception {
            await("the table copy; " + migration.daemon().errors())
                    .atMost(Daemon.PATIENCE)
                    .until(() -> Servers.target()
                            .rows("SELECT table_name FROM gaussferry.table_copy WHERE state <> 'DONE' AND pipeline = '"
                                    + migration.pipeline() + "'")
                            .isEmpty());
        }

        /** Copies the source's current schema from scratch, which no operator would do. */
        private void prepareRestart() throws Exception {
            migration.daemon().close();
            Servers.target().execute("DROP SCHEMA IF EXISTS \"" + migration.database() + "\" CASCADE");
            for (String table : Servers.target()
                    .rows(
                            "SELECT c.relname FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
                                    + " JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attname = 'pipeline'"
                                    + " AND NOT a.attisdropped WHERE n.nspname = 'gaussferry' AND c.relkind = 'r'")) {
                Servers.target()
                        .execute(
                                "DELETE FROM gaussferry." + table + " WHERE pipeline = '" + migration.pipeline() + "'");
            }
            known = 0;
            deleteOrphans();
            migration.start();
        }

        /** Rows that were written with {@code foreign_key_checks = 0} may violate keys, and a copy rejects them. */
        private void deleteOrphans() throws SQLException {
            for (String key : Server.rows(
                    source,
                    "SELECT table_name, column_name, referenced_table_name, referenced_column_name"
                            + " FROM information_schema.key_column_usage WHERE table_schema = DATABASE()"
                            + " AND referenced_table_name IS NOT NULL")) {
                String[] parts = key.split("\\|", -1);
                try (Statement delete = source.createStatement()) {
                    delete.execute("DELETE c FROM `" + parts[0] + "` c LEFT JOIN `" + parts[2] + "` p ON c.`" + parts[1]
                            + "` = p.`" + parts[3] + "` WHERE c.`" + parts[1] + "` IS NOT NULL AND p.`" + parts[3]
                            + "` IS NULL");
                }
            }
        }

        private void compare(String statement) throws Exception {
            migration.awaitCaughtUp();
            ComparisonResult result = new ContentComparison(
                            Servers.sandbox().source(), Servers.sandbox().target(), 3)
                    .compare(migration.database());
            if (result.differences() > 0) {
                System.out.println("DIFFERENT behind " + shown(statement));
                counts.different.add(shown(statement) + ": " + result.differences() + " " + result.firstDifferences());
                prepareRestart();
            }
        }

        @Override
        public void close() throws Exception {
            source.close();
            migration.close();
        }
    }
}
