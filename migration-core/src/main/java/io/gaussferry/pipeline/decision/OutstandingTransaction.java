package io.gaussferry.pipeline.decision;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.OwnedProgress;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.snapshot.CopyStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** A transaction of the source that the target lacks, about which a person decides. */
public record OutstandingTransaction(PipelineSettings settings, GtidSet transaction) {

    /**
     * Reads the name of one transaction: a GTID; or, of a source without GTIDs, the number that messages give it.
     *
     * @throws GaussferryException if it is none
     */
    public static GtidSet parse(String text) {
        try {
            GtidSet one = GtidSet.parse(
                    text.matches("\\d+")
                            ? Gtid.ofCaptureSequence(Long.parseLong(text)).toString()
                            : text);
            if (one.count() == 1) {
                return one;
            }
        } catch (IllegalArgumentException e) {
            throw refused(
                    "\"" + text + "\" is no transaction's name.",
                    "give the GTID that the daemon named when it stopped, such as 3e11fa47-71ca-11e1-9e33-c80aa9429562:23",
                    e);
        }
        throw refused("\"" + text + "\" is not one transaction.", "give one GTID: each is a decision", null);
    }

    /**
     * Takes over, and makes sure that the source has executed the transaction and the target has not. Joins the target's transaction.
     *
     * @param held the right that the caller has, by which it is done; null to take it from whoever has it
     * @throws GaussferryException if it is not so
     */
    public OwnedProgress take(Connection target, Connection source, @Nullable Ownership held) throws SQLException {
        ProgressStore store = new ProgressStore(settings.name());
        if (store.find(target).isEmpty()) {
            throw refused(
                    "Pipeline \"" + settings.name() + "\" has no progress on the target: there is nothing to decide.",
                    "check gaussferry.pipeline and gaussferry.target.url",
                    null);
        }
        OwnedProgress owned =
                held == null ? store.takeOwnership(target, 1).orElseThrow() : store.renew(target, 1, held);
        // while the target catches up, the copy's epoch goes with that of the progress
        CopyStore copy = new CopyStore(settings.name());
        copy.createIfMissing(target);
        copy.takeOwnership(target, held);
        if (owned.progress().executedSet().containsAll(transaction)) {
            throw refused(
                    "Transaction " + transaction + " is on the target already.",
                    "look at the GTID that the daemon named when it stopped",
                    null);
        }
        if (owned.source().naming() == Naming.GTID && !executedBySource(source).containsAll(transaction)) {
            throw refused(
                    "The source has not executed transaction " + transaction + ".",
                    "look at the GTID that the daemon named when it stopped",
                    null);
        }
        return owned;
    }

    private static GtidSet executedBySource(Connection source) throws SQLException {
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@GLOBAL.gtid_executed")) {
            row.next();
            return GtidSet.parse(row.getString(1));
        }
    }

    private static GaussferryException refused(String problem, String remedy, @Nullable Throwable cause) {
        return new GaussferryException(ErrorCategory.CONFIGURATION, problem, remedy, cause);
    }
}
