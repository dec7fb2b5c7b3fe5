package io.gaussferry.mysql.history;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.HistoryFingerprint;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.testing.ScriptedConnection;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The decision about a history whose proof the server has purged. SourceHistoryIT compares transactions. */
class HistoryProofTest {

    private static final String A = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
    private static final String B = "4e11fa47-71ca-11e1-9e33-c80aa9429562";
    private static final SourceIdentity SAME = new SourceIdentity(A, Naming.GTID);
    private static final SourceIdentity OTHER = new SourceIdentity(B, Naming.GTID);
    private static final HistoryFingerprint LAST = HistoryFingerprint.parse(A + ":9@1700000000000000");

    private final ScriptedConnection source = new ScriptedConnection()
            .answer("SELECT VERSION()", row("8.0.33"))
            .answer("gtid_executed", row(A + ":1-20"))
            .answer("gtid_purged", row(A + ":1-15"));

    @Test
    void leavesHistoryWithoutGtidsToReader() {
        SourceIdentity ordinal = new SourceIdentity(A, Naming.ORDINAL);
        assertThatCode(() -> proof(ordinal).require(progress(LAST, "binlog.000003"), ordinal))
                .doesNotThrowAnyException();
        assertThat(source.executed()).isEmpty();
    }

    @Test
    void acceptsSameFileOfUnknownAge() {
        files("binlog.000003", "binlog.000004");
        assertAccepted(LAST, SAME, "binlog.000003");
    }

    @Test
    void acceptsLaterFilesOfSameServer() {
        files("binlog.000004", "binlog.000005");
        assertAccepted(LAST, SAME, "binlog.000003");
        assertAccepted(HistoryFingerprint.NONE, SAME, "binlog.000003");
    }

    /** A server numbers its files upwards: it has started again. */
    @Test
    void refusesEarlierFilesOfSameServer() {
        files("binlog.000001", "binlog.000002");
        assertRefused(ErrorCode.HISTORY_DIFFERS, LAST, SAME, "binlog.000003");
        assertRefused(ErrorCode.HISTORY_DIFFERS, HistoryFingerprint.NONE, SAME, "binlog.000003");
    }

    /** Numbers are compared as numbers: they grow beyond six digits. */
    @Test
    void comparesNumbersOfFiles() {
        files("binlog.1000001");
        assertAccepted(LAST, SAME, "binlog.999999");
        files("binlog.999999");
        assertRefused(ErrorCode.HISTORY_DIFFERS, LAST, SAME, "binlog.1000001");
    }

    @Test
    void refusesFilesOfOtherName() {
        files("mysql-bin.000009");
        assertRefused(ErrorCode.HISTORY_UNVERIFIED, LAST, SAME, "binlog.000003");
    }

    @Test
    void refusesOtherServerWithoutProof() {
        files("binlog.000003");
        assertRefused(ErrorCode.HISTORY_UNVERIFIED, LAST, OTHER, "binlog.000003");
    }

    /** An earlier version stored no fingerprint. */
    @Test
    void acceptsOtherServerIfTargetHasNoFingerprint() {
        assertAccepted(HistoryFingerprint.NONE, OTHER, "binlog.000003");
    }

    private void files(String... names) {
        source.answer(
                "SHOW BINARY LOGS",
                List.of(names).stream().map(name -> row(name, 900)).toArray(List[]::new));
    }

    private void assertAccepted(HistoryFingerprint fingerprint, SourceIdentity found, String file) {
        assertThatCode(() -> proof(found).require(progress(fingerprint, file), SAME))
                .doesNotThrowAnyException();
    }

    private void assertRefused(ErrorCode code, HistoryFingerprint fingerprint, SourceIdentity found, String file) {
        assertThatThrownBy(() -> proof(found).require(progress(fingerprint, file), SAME))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        failure -> assertThat(failure.code()).isEqualTo(code));
    }

    private HistoryProof proof(SourceIdentity found) {
        SourceSettings server =
                new SourceSettings("jdbc:mysql://h/", "u", "p", List.of("s"), 1, 1_000, 1_000, SourceTimeouts.DEFAULT);
        return new HistoryProof(source.connection(), server, found);
    }

    private static Progress progress(HistoryFingerprint fingerprint, String file) {
        return new Progress(A + ":1-9", new LowWaterMark(9, new BinlogPosition(file, 4)), fingerprint);
    }
}
