package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** Verifies GTIDs with tags, which MySQL has from 8.3 on, among those without. */
class TaggedGtidIT {

    private static final int ROWS = 30;

    @Test
    void replaysTaggedAndUntaggedTransactionsOnce() throws Exception {
        assumeTrue(knowsTags(), "the source is older than 8.3, and has no tagged GTIDs");
        try (Migration migration = Migration.of("gf_e2e_tagged")) {
            migration.source("CREATE TABLE ledger (number INT NOT NULL, tag VARCHAR(60) NOT NULL)");
            write(migration, 0);
            migration.start();
            write(migration, 1);
            migration.assertEqualContent();
            // the daemon is killed while its GTID set and the missing transactions contain tags
            migration.daemon().kill();
            write(migration, 2);
            migration.source("FLUSH BINARY LOGS");
            write(migration, 3);
            migration.start();
            write(migration, 4);
            migration.assertEqualContent();
            migration.stop();
            assertThat(migration.targetRows("SELECT count(*) FROM ledger")).containsExactly(String.valueOf(5 * ROWS));
            assertThat(migration.targetRows(
                            "SELECT string_agg(gtid_set, ',') FROM gaussferry.progress WHERE pipeline = '"
                                    + migration.pipeline() + "'"))
                    .singleElement()
                    .asString()
                    .contains(":blue:", ":green_1:");
        }
    }

    private static void write(Migration migration, int round) throws SQLException {
        String[] tags = {"AUTOMATIC", "AUTOMATIC:blue", "AUTOMATIC:Green_1", "AUTOMATIC:" + "t".repeat(32)};
        try (Connection connection = migration.openSource();
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < ROWS; i++) {
                String tag = tags[i * 7 % tags.length];
                statement.execute("SET gtid_next = '" + tag + "'");
                statement.execute("INSERT INTO ledger VALUES (" + (round * ROWS + i) + ", '" + tag + "')");
            }
            statement.execute("SET gtid_next = 'AUTOMATIC'");
        }
    }

    private static boolean knowsTags() throws SQLException {
        String[] version = Servers.source().value("SELECT VERSION()").split("[.-]", -1);
        int major = Integer.parseInt(version[0]);
        return major > 8 || (major == 8 && Integer.parseInt(version[1]) >= 3);
    }
}
