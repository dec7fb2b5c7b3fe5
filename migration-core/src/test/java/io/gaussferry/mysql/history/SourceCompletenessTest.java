package io.gaussferry.mysql.history;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.mysql.history.SourceCompleteness.Defect;
import io.gaussferry.mysql.history.SourceCompleteness.Kind;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server whose binlog lacks changes must be refused: neither replication nor a comparison with that server would find them. */
class SourceCompletenessTest {

    private static final SourceSettings SETTINGS =
            new SourceSettings("jdbc:mysql://h/", "u", "p", List.of("shop"), 1, 1_000, 1_000, SourceTimeouts.DEFAULT);
    private static final List<String> STATUS = List.of(
            "Channel_Name",
            "Replicate_Do_DB",
            "Replicate_Ignore_DB",
            "Replicate_Do_Table",
            "Replicate_Ignore_Table",
            "Replicate_Wild_Do_Table",
            "Replicate_Wild_Ignore_Table",
            "Replicate_Rewrite_DB");

    private final ScriptedConnection source = new ScriptedConnection()
            .answer("SELECT VERSION()", row("8.0.33"))
            .answer("SELECT VERSION(), @@version_comment", row("8.0.33", "MySQL Community Server", "/usr/"))
            .answer("SHOW MASTER STATUS", row("binlog.000001", 4, "", "", ""));

    private List<Kind> kinds() throws SQLException {
        return SourceCompleteness.defects(source.connection(), SETTINGS).stream()
                .map(Defect::kind)
                .toList();
    }

    private void variables(String... pairs) {
        @SuppressWarnings("unchecked")
        List<@Nullable Object>[] rows = new List[pairs.length / 2];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = row(pairs[2 * i], pairs[2 * i + 1]);
        }
        source.answer("Variable_name IN", rows);
    }

    private void isReplica(@Nullable String ignoredTables) {
        source.answerNamed("SHOW REPLICA STATUS", STATUS, row(null, "", "", "", ignoredTables, "", "", ""));
    }

    @Test
    void acceptsServerWithDefaults() throws SQLException {
        variables("binlog_format", "ROW", "binlog_row_image", "FULL");
        assertThat(kinds()).isEmpty();
        SourceCompleteness.require(source.connection(), SETTINGS);
    }

    @ParameterizedTest
    @CsvSource({
        "binlog_format, STATEMENT, BINLOG_FORMAT",
        "binlog_format, MIXED, BINLOG_FORMAT",
        "BINLOG_FORMAT, MIXED, BINLOG_FORMAT",
        "binlog_row_image, MINIMAL, BINLOG_ROW_IMAGE",
        "binlog_row_image, NOBLOB, BINLOG_ROW_IMAGE"
    })
    void refusesEventsWithoutRows(String variable, String value, Kind kind) throws SQLException {
        variables(variable, value);
        assertThat(kinds()).containsExactly(kind);
    }

    @ParameterizedTest
    @CsvSource({"binlog_format, row", "binlog_row_image, full"})
    void ignoresCaseOfValues(String variable, String value) throws SQLException {
        variables(variable, value);
        assertThat(kinds()).isEmpty();
    }

    @Test
    void refusesServerWithoutBinlog() throws SQLException {
        source.answer("SHOW MASTER STATUS");
        assertThat(kinds()).containsExactly(Kind.BINLOG_OFF);
    }

    /** SHOW MASTER STATUS does not exist from 8.4 on. */
    @Test
    void asksNewServersByTheNewStatement() throws SQLException {
        source.answer("SELECT VERSION()", row("8.4.0"))
                .answer("SELECT VERSION(), @@version_comment", row("8.4.0", "MySQL Community Server", "/usr/"))
                .fails("SHOW MASTER STATUS", new SQLException("syntax", "42000"))
                .answer("SHOW BINARY LOG STATUS", row("binlog.000001", 4, "", "", ""));
        assertThat(kinds()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"shop, ''", "'', other"})
    void refusesBinlogWithoutSomeDatabases(String only, String ignored) throws SQLException {
        source.answer("SHOW MASTER STATUS", row("binlog.000001", 4, only, ignored, ""));
        assertThat(kinds()).containsExactly(Kind.BINLOG_FILTER);
    }

    @Test
    void refusesReplicaThatDropsChanges() throws SQLException {
        isReplica("shop.orders");
        assertThat(kinds()).containsExactly(Kind.REPLICATION_FILTER);
        isReplica("other.orders");
        assertThat(kinds()).isEmpty();
        isReplica(null);
        assertThat(kinds()).isEmpty();
    }

    /** A server that was a replica has its rules in the performance schema only. */
    @Test
    void findsRulesOfFormerReplica() throws SQLException {
        source.answer("replication_applier_global_filters", row("REPLICATE_IGNORE_DB", "other"));
        assertThat(kinds()).containsExactly(Kind.REPLICATION_FILTER);
    }

    @Test
    void toleratesUnreadableRulesOnly() throws SQLException {
        source.fails("replication_applier_global_filters", new SQLException("denied", "42000", 1142));
        assertThat(kinds()).isEmpty();
        source.fails("replication_applier_global_filters", new SQLException("lost", "08S01", 0));
        assertThatThrownBy(this::kinds).isInstanceOf(SQLException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "log_replica_updates, OFF, REPLICA_NOT_LOGGED",
        "log_slave_updates, OFF, REPLICA_NOT_LOGGED",
        "replica_skip_errors, 1062, REPLICATION_FILTER",
        "slave_skip_errors, ALL, REPLICATION_FILTER",
        "replica_exec_mode, IDEMPOTENT, REPLICATION_FILTER",
        "slave_exec_mode, IDEMPOTENT, REPLICATION_FILTER"
    })
    void refusesReplicaThatLosesChanges(String variable, String value, Kind kind) throws SQLException {
        variables(variable, value);
        assertThat(kinds()).as("no replica").isEmpty();
        isReplica("");
        assertThat(kinds()).containsExactly(kind);
    }

    @Test
    void reportsAllDefectsAtOnce() {
        variables("binlog_format", "MIXED", "binlog_row_image", "MINIMAL");
        assertThatThrownBy(() -> SourceCompleteness.require(source.connection(), SETTINGS))
                .isInstanceOfSatisfying(GaussferryException.class, refusal -> {
                    assertThat(refusal.code()).isEqualTo(ErrorCode.SOURCE_INCOMPLETE);
                    assertThat(refusal.problem()).contains("binlog_format = MIXED", "binlog_row_image = MINIMAL");
                });
    }
}
