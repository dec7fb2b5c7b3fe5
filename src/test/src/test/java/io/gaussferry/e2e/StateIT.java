package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.GtidSet;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.state.MySqlState;
import io.gaussferry.state.TargetState;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Creates and upgrades Gaussferry's own tables on both servers. The target's are dropped, created and changed in a transaction that is rolled back.
 * Guards: {@code TargetState}, {@code UnnumberedState}, {@code MySqlState}.
 */
class StateIT {

    private static final String TABLES =
            "SELECT tablename FROM pg_tables WHERE schemaname = 'gaussferry' ORDER BY tablename";

    /** The tables of a Gaussferry that did not number its versions, with rows. */
    private static final List<String> TO_UNNUMBERED = List.of(
            "DROP TABLE gaussferry.schema_version",
            "DROP TABLE gaussferry.object",
            "DROP TABLE gaussferry.object_change",
            "DROP TABLE gaussferry.reverse_run",
            "DROP TABLE gaussferry.primary_change",
            "ALTER TABLE gaussferry.progress RENAME COLUMN applier TO lane",
            "ALTER TABLE gaussferry.progress DROP COLUMN ahead",
            "ALTER TABLE gaussferry.progress DROP COLUMN fingerprint",
            "ALTER TABLE gaussferry.copy_view DROP COLUMN fingerprint",
            "ALTER TABLE gaussferry.reverse_replication RENAME TO way_back",
            "DROP TABLE gaussferry.reverse_settling",
            "DROP TABLE gaussferry.cutover_forecast",
            "INSERT INTO gaussferry.progress VALUES ('p', 0, 7, 'a:1-9', 9, 'f', 4, 0, 'u', 'GTID', 9, clock_timestamp())",
            "INSERT INTO gaussferry.way_back VALUES ('p', 42, clock_timestamp())");

    @Test
    void createsTablesOnTarget() throws Exception {
        onTarget(target -> {
            execute(target, "DROP SCHEMA gaussferry CASCADE");
            TargetState.prepare(target);
            assertThat(Server.rows(target, TABLES)).contains("progress", "copy", "cutover", "probe", "schema_version");
            assertThat(Server.rows(target, "SELECT version, description FROM gaussferry.schema_version"))
                    .containsExactly(
                            "1|all tables",
                            "2|views, routines, triggers and events",
                            "3|their changes after the verification",
                            "4|names of the runs of reverse replication",
                            "5|changes of the primary");
            assertThat(TargetState.upgrade(target)).isFalse();
        });
    }

    @Test
    void addsTablesOfLaterVersions() throws Exception {
        onTarget(target -> {
            execute(target, "DROP SCHEMA gaussferry CASCADE");
            TargetState.prepare(target);
            execute(
                    target,
                    "DROP TABLE gaussferry.object",
                    "DROP TABLE gaussferry.object_change",
                    "DROP TABLE gaussferry.reverse_run",
                    "DROP TABLE gaussferry.primary_change",
                    "DELETE FROM gaussferry.schema_version WHERE version > 1",
                    "INSERT INTO gaussferry.progress VALUES ('p', 0, 7, 'a:1-9', 9, 'f', 4, 0, 'u', 'GTID', 9, clock_timestamp())");
            assertThat(TargetState.upgrade(target)).isTrue();
            assertThat(Server.rows(target, TABLES))
                    .contains("object", "object_change", "reverse_run", "primary_change");
            assertThat(Server.rows(target, "SELECT epoch FROM gaussferry.progress"))
                    .containsExactly("7");
        });
    }

    @Test
    void createsNothingOnTargetThatNoPipelineHasUsed() throws Exception {
        onTarget(target -> {
            execute(target, "DROP SCHEMA gaussferry CASCADE", "CREATE SCHEMA gaussferry");
            assertThat(TargetState.upgrade(target)).isFalse();
            assertThat(Server.rows(target, TABLES)).isEmpty();
        });
    }

    @Test
    void continuesTablesWithoutVersion() throws Exception {
        onTarget(target -> {
            execute(target, "DROP SCHEMA gaussferry CASCADE");
            TargetState.prepare(target);
            List<String> all = Server.rows(target, TABLES);
            execute(target, TO_UNNUMBERED.toArray(String[]::new));
            assertThat(TargetState.upgrade(target)).isTrue();
            assertThat(Server.rows(target, TABLES)).isEqualTo(all);
            assertThat(Server.rows(
                            target, "SELECT applier, epoch, gtid_set, ahead, fingerprint FROM gaussferry.progress"))
                    .containsExactly("0|7|a:1-9|null|null");
            assertThat(Server.rows(target, "SELECT lsn FROM gaussferry.reverse_replication"))
                    .containsExactly("42");
            assertThat(TargetState.upgrade(target)).isFalse();
        });
    }

    @Test
    void refusesNewerTablesOnTarget() throws Exception {
        onTarget(target -> {
            execute(target, "INSERT INTO gaussferry.schema_version VALUES (99, 'of the future', clock_timestamp())");
            assertThatThrownBy(() -> TargetState.prepare(target)).satisfies(StateIT::isRefusal);
            assertThatThrownBy(() -> TargetState.upgrade(target)).satisfies(StateIT::isRefusal);
        });
    }

    private static void isRefusal(Throwable failure) {
        assertThat(failure).hasMessageContaining("have version 99").hasMessageContaining("start the newer Gaussferry");
        assertThat(((GaussferryException) failure).category()).isEqualTo(ErrorCategory.CONFIGURATION);
    }

    /** A statement in the binlog would look like a change by another session. */
    @Test
    void createsAndUpgradesTablesInMySqlOnce() throws Exception {
        try (NativeMySqlServer server = OwnServers.start();
                Connection mysql = server.address().open()) {
            MySqlState.prepare(mysql);
            execute(
                    mysql,
                    "DROP TABLE gaussferry.schema_version",
                    "DROP TABLE gaussferry.fence",
                    "DROP TABLE gaussferry.reverse_run");
            execute(mysql, "INSERT INTO gaussferry.progress VALUES ('p', 0, 7, 9, 'f', 4, 'i', 9, 9, NOW())");
            mysql.setAutoCommit(false);
            MySqlState.prepare(mysql);
            mysql.rollback();
            assertThat(Server.rows(mysql, "SELECT version FROM gaussferry.schema_version"))
                    .containsExactly("1", "2");
            assertThat(Server.rows(mysql, "SELECT epoch FROM gaussferry.progress"))
                    .containsExactly("7");
            assertThat(Server.rows(mysql, "SELECT count(*) FROM gaussferry.fence"))
                    .containsExactly("0");
            List<String> written = Server.rows(mysql, "SELECT @@GLOBAL.gtid_executed");
            MySqlState.prepare(mysql);
            assertThat(Server.rows(mysql, "SELECT @@GLOBAL.gtid_executed")).isEqualTo(written);
            execute(mysql, "INSERT INTO gaussferry.schema_version VALUES (99, 'of the future', NOW())");
            assertThatThrownBy(() -> MySqlState.prepare(mysql)).satisfies(StateIT::isRefusal);
        }
    }

    /** A rearming subtracts the transactions from those that other sessions have written. */
    @Test
    void countsTransactionsOfAnUpgradeInMySql() throws Exception {
        try (NativeMySqlServer server = OwnServers.start();
                Connection mysql = server.address().open()) {
            int unused = MySqlState.prepare(mysql);
            execute(
                    mysql,
                    "DROP TABLE gaussferry.reverse_run",
                    "DELETE FROM gaussferry.schema_version WHERE version > 1");
            GtidSet before = GtidSet.parse(
                    Server.rows(mysql, "SELECT @@GLOBAL.gtid_executed").get(0));
            int logged = MySqlState.prepare(mysql);
            GtidSet after = GtidSet.parse(
                    Server.rows(mysql, "SELECT @@GLOBAL.gtid_executed").get(0));
            assertThat(after.count() - before.count()).isEqualTo(logged).isEqualTo(2);
            assertThat(Server.rows(mysql, "SELECT count(*) FROM gaussferry.reverse_run"))
                    .containsExactly("0");
        }
    }

    private interface Work {
        void run(Connection target) throws SQLException;
    }

    /** Starts with the tables of this version. */
    private static void onTarget(Work work) throws SQLException {
        try (Connection target = Servers.target().address().open()) {
            target.setAutoCommit(false);
            TargetState.prepare(target);
            work.run(target);
            target.rollback();
        }
    }

    private static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
