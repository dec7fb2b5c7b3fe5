package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Verifies that a daemon that stopped at a transaction resumes after it only if the operator requests it. */
class SkipIT {

    private static final Pattern STOPPED_AT = Pattern.compile("GTID ([0-9a-f-]{36}:\\d+)");

    @Test
    void resumesAfterManualDefinitionChanges() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_skip")) {
            migration.definitionSettings("mode: hold");
            migration.source("CREATE TABLE item (id INT PRIMARY KEY, n INT)", "CREATE TABLE gone (id INT PRIMARY KEY)");
            migration.start();
            migration.source(
                    "INSERT INTO item VALUES (1, 1)",
                    "ALTER TABLE item ADD COLUMN note VARCHAR(20) NOT NULL DEFAULT 'as it was' FIRST",
                    "INSERT INTO item VALUES ('new', 2, 2)",
                    "UPDATE item SET n = 11 WHERE id = 1");
            assertThat(migration.daemon().awaitEnd()).isEqualTo(1);
            assertThat(migration.daemon().errors())
                    .contains("gaussferry definitions apply|replace|skip --config FILE --transaction ");

            CommandRun tooEarly = skip(migration, stoppedAt(migration), "--definitions");
            assertThat(tooEarly.exitCode()).isEqualTo(2);
            assertThat(tooEarly.errors()).contains("without a column \"note\"");
            migration.target("ALTER TABLE item ADD COLUMN note varchar(20) NOT NULL DEFAULT 'as it was'");
            CommandRun altered = skip(migration, stoppedAt(migration), "--definitions");
            assertThat(altered.exitCode()).as(altered.errors()).isZero();
            assertThat(altered.output()).contains("item is decoded by the source's present definition");

            migration.source(
                    "CREATE TABLE more (id INT PRIMARY KEY)", "DROP TABLE gone", "INSERT INTO more VALUES (7)");
            assertThat(migration.launch().awaitEnd()).isEqualTo(1);
            migration.target("CREATE TABLE more (id int PRIMARY KEY)", "DROP TABLE gone");
            assertThat(skip(migration, stoppedAt(migration), "--definitions").output())
                    .contains("more is replicated from now on")
                    .contains("gone is no longer replicated");
            // the dropped table is already known when its statement is read
            migration.start();
            migration.assertEqualContent();
            assertThat(migration.targetRows("SELECT id, n, note FROM item ORDER BY id"))
                    .containsExactly("1|11|as it was", "2|2|new");
            assertThat(migration.targetRows("SELECT id FROM more")).containsExactly("7");
            assertThat(Servers.target()
                            .rows("SELECT count(*) FROM gaussferry.skipped_transaction WHERE pipeline = '"
                                    + migration.pipeline() + "' AND reason = 'done by hand'"))
                    .containsExactly("2");
            migration.stop();
        }
    }

    @Test
    void skipsRejectedTransactionAndVerifyFindsMissingRows() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_skip")) {
            migration.source("CREATE TABLE item (id INT PRIMARY KEY, n INT)");
            migration.start();
            migration.target("ALTER TABLE item ADD CONSTRAINT small CHECK (n > 0)");
            migration.sourceTransaction("INSERT INTO item VALUES (1, 1)", "INSERT INTO item VALUES (2, -2)");
            migration.source("INSERT INTO item VALUES (3, 3)");
            assertThat(migration.daemon().awaitEnd()).isEqualTo(1);
            String refused = stoppedAt(migration);

            assertThat(skip(migration, refused.replaceAll(":\\d+", ":999999")).errors())
                    .contains("The source has not executed");
            assertThat(skip(migration, "no GTID").exitCode()).isEqualTo(2);
            assertThat(skip(migration, refused).exitCode()).isZero();
            assertThat(skip(migration, refused).errors()).contains("The target already has transaction");

            migration.start();
            migration.awaitCaughtUp();
            migration.stop();
            assertThat(migration.targetRows("SELECT id FROM item")).containsExactly("3");
            VerifyRun verified = VerifyRun.of(migration);
            assertThat(verified.exitCode()).isEqualTo(1);
            assertThat(verified.output()).contains("id = 1").contains("id = 2");
        }
    }

    private static String stoppedAt(Migration migration) {
        Matcher place = STOPPED_AT.matcher(migration.daemon().errors());
        assertThat(place.find()).as(migration.daemon().errors()).isTrue();
        return place.group(1);
    }

    private static CommandRun skip(Migration migration, String transaction, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "skip",
                "--config",
                migration.configuration().toString(),
                "--transaction",
                transaction,
                "--reason",
                "done by hand"));
        arguments.addAll(List.of(more));
        return CommandRun.of(arguments.toArray(String[]::new));
    }
}
