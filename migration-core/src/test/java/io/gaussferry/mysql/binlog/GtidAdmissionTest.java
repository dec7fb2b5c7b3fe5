package io.gaussferry.mysql.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.LogicalTime;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity.Naming;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Which transactions are applied once more, once, or never. */
class GtidAdmissionTest {

    private static final UUID SOURCE = new UUID(1, 2);
    private static final LowWaterMark AFTER_SEVEN = new LowWaterMark(7, new BinlogPosition("binlog.000007", 900));

    private static TransactionLocation location() {
        return new TransactionLocation(null, new BinlogPosition("binlog.000007", 1000));
    }

    private static GtidEvent event(Gtid gtid) {
        return new GtidEvent(gtid, LogicalTime.UNKNOWN, 0, 0);
    }

    private static Gtid admit(GtidAdmission admission, Gtid gtid) {
        return admission.admit(event(gtid), GtidAdmissionTest::location).gtid();
    }

    @Test
    void keepsNamesOfSourceWithGtids() {
        GtidAdmission admission = new GtidAdmission(new Progress(SOURCE + ":1-7", AFTER_SEVEN), Naming.GTID);
        Gtid eight = new Gtid(SOURCE, "", 8);
        assertThat(admit(admission, eight)).isEqualTo(eight);
        assertThat(admission.isExecuted(eight)).isFalse();
    }

    @Test
    void refusesTransactionThatTheTargetHas() {
        GtidAdmission admission = new GtidAdmission(new Progress(SOURCE + ":1-7:9", AFTER_SEVEN), Naming.GTID);
        assertThatThrownBy(() -> admit(admission, new Gtid(SOURCE, "", 9)))
                .hasMessageContaining(SOURCE + ":9, a transaction that the target already has")
                .hasMessageContaining("TRANSACTION_REPEATED");
    }

    @Test
    void refusesSecondDelivery() {
        GtidAdmission admission = new GtidAdmission(new Progress(SOURCE + ":1-7", AFTER_SEVEN), Naming.GTID);
        admit(admission, new Gtid(SOURCE, "", 8));
        assertThatThrownBy(() -> admit(admission, new Gtid(SOURCE, "", 8)))
                .hasMessageContaining("TRANSACTION_REPEATED");
    }

    @Test
    void refusesMissingGtid() {
        GtidAdmission admission = new GtidAdmission(new Progress(SOURCE + ":1-7", AFTER_SEVEN), Naming.GTID);
        assertThatThrownBy(() -> admit(admission, Gtid.ofCaptureSequence(8))).hasMessageContaining("GTID_MISSING");
    }

    @Test
    void refusesNumberThatDoesNotIncreaseInDomain() {
        GtidAdmission admission = new GtidAdmission(new Progress("0-1-7", AFTER_SEVEN), Naming.GTID);
        admit(admission, Gtid.ofMariaDb(0, 1, 8));
        assertThatThrownBy(() -> admit(admission, Gtid.ofMariaDb(0, 2, 8)))
                .hasMessageContaining("GTID_OUT_OF_ORDER")
                .hasMessageContaining("domain 0");
    }

    @Test
    void numbersTransactionsWithoutGtids() {
        GtidAdmission admission = new GtidAdmission(Progress.ofCaptureSequences(AFTER_SEVEN), Naming.ORDINAL);
        assertThat(admission.nextSequence()).isEqualTo(8);
        assertThat(admit(admission, new Gtid(SOURCE, "", 3))).isEqualTo(Gtid.ofCaptureSequence(8));
        admission.end();
        assertThat(admit(admission, Gtid.ofCaptureSequence(9))).isEqualTo(Gtid.ofCaptureSequence(9));
    }

    /** The position is the lowest that some applier may still need: later transactions can be on the target already. */
    @Test
    void skipsExecutedNumbersAfterThePosition() {
        GtidSet executed = Progress.ofCaptureSequences(AFTER_SEVEN).executedSet();
        executed.add(Gtid.ofCaptureSequence(9));
        GtidAdmission admission = new GtidAdmission(new Progress(executed.toString(), AFTER_SEVEN), Naming.ORDINAL);
        assertThat(admission.isExecuted(admit(admission, new Gtid(SOURCE, "", 1))))
                .isFalse();
        admission.end();
        assertThat(admission.isExecuted(admit(admission, new Gtid(SOURCE, "", 2))))
                .isTrue();
    }

    /** After a followed statement, the same server sends it once more. */
    @Test
    void skipsTheTransactionAtWhichReadingResumes() {
        Gtid seven = new Gtid(SOURCE, "", 7);
        GtidAdmission admission = resumedAt(seven);
        assertThat(admission.isExecuted(admit(admission, seven))).isTrue();
        admission.end();
        assertThat(admission.nextSequence()).isEqualTo(8);
        Gtid eight = new Gtid(SOURCE, "", 8);
        assertThat(admission.isExecuted(admit(admission, eight))).isFalse();
        admission.end();
        assertThat(admission.nextSequence()).isEqualTo(9);
        assertThatThrownBy(() -> admit(admission, seven)).hasMessageContaining("TRANSACTION_REPEATED");
    }

    @Test
    void checksTheHistoryIfAnotherTransactionIsWhereReadingResumes() {
        GtidAdmission admission = resumedAt(new Gtid(SOURCE, "", 7));
        assertThatThrownBy(() -> admit(admission, new Gtid(SOURCE, "", 8)))
                .hasMessageContaining("HISTORY_UNVERIFIED")
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        failure -> assertThat(failure.category()).isEqualTo(ErrorCategory.RETRY));
    }

    private static GtidAdmission resumedAt(Gtid gtid) {
        return new GtidAdmission(
                new Progress(SOURCE + ":1-7", AFTER_SEVEN),
                Naming.GTID,
                new ResumePoint(gtid, new BinlogPosition("binlog.000007", 800)));
    }

    @Test
    void resumesOnlyWhereAServerCanStart() {
        Gtid gtid = new Gtid(SOURCE, "", 7);
        assertThat(new ResumePoint(gtid, new BinlogPosition("binlog.000007", 800)).isUsable())
                .isTrue();
        assertThat(new ResumePoint(gtid, new BinlogPosition("binlog.000007", 1L << 32)).isUsable())
                .isFalse();
        assertThat(new ResumePoint(gtid, new BinlogPosition("", 800)).isUsable())
                .isFalse();
        assertThat(new ResumePoint(Gtid.ofMariaDb(0, 1, 7), new BinlogPosition("binlog.000007", 800)).isUsable())
                .isFalse();
        assertThat(new ResumePoint(Gtid.ofCaptureSequence(7), new BinlogPosition("binlog.000007", 800)).isUsable())
                .isFalse();
    }
}
