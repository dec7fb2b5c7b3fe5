package io.gaussferry.pipeline.decision;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.OwnedProgress;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.mysql.SourceDialect;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.snapshot.CopyStore;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A transaction of the source that the target does not have, about which the operator decides. */
public record OutstandingTransaction(PipelineSettings settings, GtidSet transaction) {

    /**
     * Parses the name of one transaction: a GTID; or, for a source without GTIDs, the number in the messages.
     *
     * @throws GaussferryException if the name is invalid
     */
    public static GtidSet parse(String name) {
        try {
            GtidSet one = GtidSet.parse(
                    name.matches("\\d+")
                            ? Gtid.ofCaptureSequence(Long.parseLong(name)).toString()
                            : name);
            // of MariaDB the set has the earlier transactions of the domain and server, too
            if (one.count() == 1 || one.toString().equals(one.mariaDbPosition())) {
                return one;
            }
        } catch (IllegalArgumentException e) {
            throw refused(
                    "\"" + name + "\" is not the name of a transaction.",
                    "give the GTID that the daemon reported when it stopped, such as 3e11fa47-71ca-11e1-9e33-c80aa9429562:23",
                    e);
        }
        throw refused(
                "\"" + name + "\" is not a single transaction.",
                "give one GTID: decide each transaction separately",
                null);
    }

    /**
     * Takes over the progress, and requires that the source has executed the transaction and the target has not. Joins
     * the target's transaction.
     *
     * @param held the caller's ownership; null to take over from the current owner
     * @throws GaussferryException if the requirement is not met
     */
    public OwnedProgress take(Connection target, Connection source, @Nullable Ownership held) throws SQLException {
        ProgressStore store = new ProgressStore(settings.name());
        if (store.find(target).isEmpty()) {
            throw refused(
                    "Pipeline \"" + settings.name()
                            + "\" has no progress on the target, so no transaction can be decided.",
                    "check gaussferry.pipeline and gaussferry.target.url",
                    null);
        }
        OwnedProgress owned =
                held == null ? store.takeOwnership(target, 1).orElseThrow() : store.renew(target, 1, held);
        // during the catch-up, the epochs of copy and progress change together
        CopyStore copy = new CopyStore(settings.name());
        copy.takeOwnership(target, held);
        if (owned.progress().executedSet().containsAll(transaction)) {
            throw refused(
                    "The target already has transaction " + transaction + ".",
                    "check the GTID that the daemon reported when it stopped",
                    null);
        }
        if (owned.source().naming() == Naming.GTID
                && !SourceDialect.of(source).counted(source).containsAll(transaction)) {
            throw refused(
                    "The source has not executed transaction " + transaction + ".",
                    "check the GTID that the daemon reported when it stopped",
                    null);
        }
        requireNext(owned.progress().executedSet(), source);
        return owned;
    }

    /** MariaDB's progress is a position, which cannot omit a transaction. */
    private void requireNext(GtidSet executed, Connection source) throws SQLException {
        for (Gtid wanted : transaction.lastOfEachSeries()) {
            if (!wanted.isMariaDb()) {
                return;
            }
            for (Gtid first :
                    SourceDialect.of(source).counted(source).minus(executed).firstOfEachSeries()) {
                if (first.domain() == wanted.domain() && first.number() < wanted.number()) {
                    throw refused(
                            "The target lacks transactions before " + transaction + ", from " + first + " on.",
                            "let the daemon apply them; it stops at the transaction that needs a decision",
                            null);
                }
            }
        }
    }

    private static GaussferryException refused(String problem, String remedy, @Nullable Throwable cause) {
        return new GaussferryException(ErrorCode.DECISION_REFUSED, problem, remedy, cause);
    }
}
