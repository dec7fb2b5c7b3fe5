package io.gaussferry.mysql.binlog;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity.Naming;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Names and numbers the transactions that the source sends, and refuses those that would be applied twice or whose name is ambiguous.
 * One thread.
 */
final class GtidAdmission {

    /** Without GTIDs: the transactions that the target has after the position at which reading resumes. */
    private final @Nullable GtidSet executedSequences;
    /** With GTIDs: the transactions that must not be delivered again. */
    private final DeliveredGtids delivered;

    private final DomainOrder domains;
    /** The transaction that has to arrive first; null if none, or after it has arrived. */
    private @Nullable Gtid resumed;
    /** Whether the current transaction is the one at which reading resumed. */
    private boolean inResumed;
    /** The number of the last transaction that has ended. */
    private long captureSequence;

    /**
     * @param progress the transactions of the target
     * @param naming how transactions are identified
     */
    GtidAdmission(Progress progress, Naming naming) {
        this(progress, naming, null);
    }

    /** @param resumed the transaction of the target with which the source starts; null if it starts after those of the target */
    GtidAdmission(Progress progress, Naming naming, @Nullable ResumePoint resumed) {
        this.resumed = resumed == null ? null : resumed.gtid();
        this.executedSequences = naming == Naming.ORDINAL ? progress.executedSet() : null;
        this.delivered = new DeliveredGtids(progress.executedSet());
        this.domains = new DomainOrder(progress.executedSet());
        this.captureSequence = progress.lowWater().captureSequence();
    }

    /**
     * Returns a transaction's first event, with its name on the target.
     *
     * @param location of the transaction, for messages
     * @throws io.gaussferry.error.GaussferryException if the target has it, or if its name is missing or ambiguous
     */
    GtidEvent admit(GtidEvent first, Supplier<TransactionLocation> location) {
        Gtid gtid = first.gtid();
        if (executedSequences == null && gtid.isCaptureSequence()) {
            throw location.get()
                    .refused(
                            ErrorCode.GTID_MISSING,
                            "A transaction has no GTID, although the migration started with GTIDs.",
                            "set gtid_mode=ON and enforce_gtid_consistency=ON on the source, then start a new migration");
        }
        inResumed = isResumed(gtid, location);
        if (inResumed) {
            return first;
        }
        if (executedSequences == null && !delivered.add(gtid)) {
            throw location.get()
                    .refused(
                            ErrorCode.TRANSACTION_REPEATED,
                            "The source sent " + gtid.describe()
                                    + ", a transaction that the target already has. Its changes would be applied twice.",
                            "a server sends a replica only missing transactions: check that gaussferry.source.url leads to MySQL itself"
                                    + " and that no other client has written to schema gaussferry on the target; then restart");
        }
        if (!domains.add(gtid)) {
            throw location.get()
                    .refused(
                            ErrorCode.GTID_OUT_OF_ORDER,
                            "The number of GTID " + gtid + " is not higher than those before it in domain "
                                    + gtid.domain() + ".",
                            "several servers write to this domain: give each its own gtid_domain_id, or let one of them write"
                                    + " (gtid_strict_mode = ON refuses such transactions), then start a new migration");
        }
        return executedSequences == null ? first : first.withCaptureSequence(nextSequence());
    }

    /** Returns whether the transaction at which reading resumes has not arrived. */
    boolean awaitsResumed() {
        return resumed != null;
    }

    private boolean isResumed(Gtid gtid, Supplier<TransactionLocation> location) {
        Gtid wanted = resumed;
        resumed = null;
        if (wanted == null || wanted.equals(gtid)) {
            return wanted != null;
        }
        throw location.get()
                .failure(
                        ErrorCode.HISTORY_UNVERIFIED,
                        ErrorCategory.RETRY,
                        "The source sent " + gtid.describe() + " where it had sent " + wanted.describe() + " before.",
                        "no action needed: its history is checked before the next attempt",
                        null);
    }

    /** Returns whether the target has an admitted transaction, which is then skipped: without GTIDs, or where reading resumed. */
    boolean isExecuted(Gtid gtid) {
        return inResumed || (executedSequences != null && executedSequences.contains(gtid));
    }

    /** Returns the number of the current transaction, or of the next one between two. */
    long nextSequence() {
        return captureSequence + 1;
    }

    /** Records that the current transaction has ended. */
    void end() {
        if (!inResumed) {
            captureSequence++; // the target has counted the resumed one
        }
        inResumed = false;
    }
}
