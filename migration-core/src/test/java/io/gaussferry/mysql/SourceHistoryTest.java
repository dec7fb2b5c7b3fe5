package io.gaussferry.mysql;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A history that only lags is retried; one that differs must never be replayed. */
class SourceHistoryTest {

    private static final String A = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
    private static final String B = "4e11fa47-71ca-11e1-9e33-c80aa9429562";
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final SourceIdentity SERVER = new SourceIdentity(A, Naming.GTID);

    private final ScriptedConnection source = new ScriptedConnection()
            .answer("SELECT VERSION()", row("8.0.33"))
            .answer("replication_group_members", row(0))
            .answer("@@GLOBAL.gtid_executed", row(A + ":1-7"))
            .answer("WAIT_FOR_EXECUTED_GTID_SET", row(1));
    private final SourceHistory history = new SourceHistory(source.connection(), "db:3306");

    @Test
    void acceptsServerThatHasAllTransactions() {
        source.answer("@@GLOBAL.gtid_executed", row(A + ":1-9"));
        assertThatCode(() -> history.requireExecuted(A + ":1-9", SECOND)).doesNotThrowAnyException();
        assertThat(source.executed()).noneMatch(sql -> sql.contains("WAIT_FOR"));
    }

    /** A server sends a transaction to its replicas a moment before it counts as executed. */
    @Test
    void waitsForTransactionsThatServerIsCommitting() {
        source.answer("WAIT_FOR_EXECUTED_GTID_SET", row(0));
        assertThatCode(() -> history.requireExecuted(A + ":1-9", SECOND)).doesNotThrowAnyException();
        assertThat(source.executed()).last().asString().contains("(?, 1)").endsWith("[" + A + ":8-9]");
    }

    @Test
    void retriesReplicaThatLags() {
        replica("Yes", "No");
        assertThat(failure(() -> history.requireExecuted(A + ":1-9", SECOND)))
                .returns(ErrorCode.SOURCE_LAGS, GaussferryException::code)
                .returns(ErrorCategory.RETRY, GaussferryException::category);
    }

    /** Nothing will bring the transactions: the server was promoted without them. */
    @Test
    void refusesServerThatHasStoppedReplicating() {
        replica("No", "No");
        assertThat(failure(() -> history.requireExecuted(A + ":1-9", SECOND)))
                .returns(ErrorCode.HISTORY_DIFFERS, GaussferryException::code)
                .returns(ErrorCategory.FATAL, GaussferryException::category);
    }

    @Test
    void retriesMemberOfGroup() {
        source.answer("replication_group_members", row(3));
        assertThat(failure(() -> history.requireExecuted(A + ":1-9", SECOND)).code())
                .isEqualTo(ErrorCode.SOURCE_LAGS);
    }

    /** An account without the privilege sees no members, which is no reason to fail otherwise. */
    @Test
    void refusesServerWhoseGroupIsNotVisible() {
        source.fails("replication_group_members", new SQLException("SELECT command denied", "42000", 1142));
        assertThat(failure(() -> history.requireExecuted(A + ":1-9", SECOND)).code())
                .isEqualTo(ErrorCode.HISTORY_DIFFERS);
    }

    @Test
    void retriesServerThatWaitsForSemiSynchronousReplica() {
        source.answer("SHOW GLOBAL STATUS", row("Rpl_semi_sync_source_wait_sessions", "2"));
        assertThat(failure(() -> history.requireExecuted(A + ":1-9", SECOND)).code())
                .isEqualTo(ErrorCode.SOURCE_LAGS);
        source.answer("SHOW GLOBAL STATUS", row("Rpl_semi_sync_source_wait_sessions", "0"));
        assertThat(failure(() -> history.requireExecuted(A + ":1-9", SECOND)).code())
                .isEqualTo(ErrorCode.HISTORY_DIFFERS);
    }

    @Test
    void refusesServerThatHasPurgedMissingTransactions() {
        source.answer("@@GLOBAL.gtid_purged", row(B + ":1-3"));
        assertThat(failure(() -> history.requireNotPurged(A + ":1-9", SERVER)))
                .returns(ErrorCode.BINLOG_PURGED, GaussferryException::code)
                .satisfies(failure -> assertThat(failure.remedy()).doesNotContain("only the replica"));
    }

    /** The remedy for a replica's own transactions must not be offered for others: it would skip changes. */
    @Test
    void explainsTransactionsOfReplicaOnly() {
        replica("Yes", "Yes");
        source.answer("@@GLOBAL.gtid_purged", row(A + ":1-3"));
        assertThat(failure(() -> history.requireNotPurged("", SERVER)).remedy()).contains("only the replica");
        source.answer("@@GLOBAL.gtid_purged", row(A + ":1-3,\n" + B + ":1"));
        assertThat(failure(() -> history.requireNotPurged("", SERVER)).remedy()).doesNotContain("only the replica");
    }

    @Test
    void refusesTransactionsWithoutGtid() {
        for (String mode : List.of("OFF", "OFF_PERMISSIVE")) {
            source.answer("gtid_mode", row(mode));
            assertThat(failure(history::requireGtids).code()).isEqualTo(ErrorCode.GTID_MISSING);
        }
        source.answer("gtid_mode", row("ON"));
        assertThatCode(history::requireGtids).doesNotThrowAnyException();
    }

    @Test
    void comparesServersOnlyWithoutGtids() {
        SourceIdentity other = new SourceIdentity(B, Naming.ORDINAL);
        assertThat(failure(() -> history.requireServer(new SourceIdentity(A, Naming.ORDINAL), other))
                        .code())
                .isEqualTo(ErrorCode.HISTORY_DIFFERS);
        assertThatCode(() -> history.requireServer(other, other)).doesNotThrowAnyException();
    }

    @Test
    void requiresFileOfPosition() {
        source.answer("SHOW BINARY LOGS", row("binlog.000008", 900), row("binlog.000009", 5_000_000_000L));
        assertThat(failure(() -> history.requirePosition(at("binlog.000007", 4))))
                .returns(ErrorCode.BINLOG_PURGED, GaussferryException::code)
                .satisfies(failure -> assertThat(failure.problem()).contains("binlog.000008 and later"));
        assertThatCode(() -> history.requirePosition(at("binlog.000009", 4_999_999_999L)))
                .as("a file may exceed 4 GiB")
                .doesNotThrowAnyException();
    }

    /** The server has lost its last transactions in a crash, and will use their GTIDs again. */
    @Test
    void refusesTruncatedBinlog() {
        source.answer("SHOW BINARY LOGS", row("binlog.000008", 900));
        assertThat(failure(() -> history.requireNotTruncated(at("binlog.000008", 901)))
                        .code())
                .isEqualTo(ErrorCode.BINLOG_RESET);
        assertThat(failure(() -> history.requirePosition(at("binlog.000008", 901)))
                        .code())
                .isEqualTo(ErrorCode.BINLOG_RESET);
        assertThatCode(() -> history.requireNotTruncated(at("binlog.000008", 900)))
                .doesNotThrowAnyException();
        assertThatCode(() -> history.requireNotTruncated(at("binlog.000001", 900)))
                .as("GTIDs replace a purged file")
                .doesNotThrowAnyException();
    }

    /** MySQL waits without a limit if the timeout is 0. */
    @Test
    void limitsWait() {
        assertThat(SourceHistory.catchUpTimeout(timeouts(Duration.ofMillis(100))))
                .isEqualTo(Duration.ofSeconds(1));
        assertThat(SourceHistory.catchUpTimeout(timeouts(Duration.ofMinutes(10))))
                .isEqualTo(Duration.ofSeconds(5));
        assertThat(SourceHistory.catchUpTimeout(timeouts(Duration.ofSeconds(6))))
                .isEqualTo(Duration.ofSeconds(3));
    }

    private static SourceTimeouts timeouts(Duration read) {
        return new SourceTimeouts(SourceTimeouts.DEFAULT.connect(), read.dividedBy(4), read);
    }

    private void replica(String receives, String applies) {
        source.answerNamed(
                "SHOW REPLICA STATUS", List.of("Replica_IO_Running", "Replica_SQL_Running"), row(receives, applies));
    }

    private static LowWaterMark at(String file, long offset) {
        return new LowWaterMark(5, new BinlogPosition(file, offset));
    }

    private static GaussferryException failure(ThrowingCallable work) {
        return catchThrowableOfType(GaussferryException.class, work);
    }
}
