package io.gaussferry.mysql.binlog;

import io.gaussferry.change.DefinitionException;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.TransactionException;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.MissingCascades;
import io.gaussferry.schema.MissingCascades.Cascade;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Stops replication before a change that triggers a foreign key whose effect is neither logged nor repeated by the target. */
final class CascadeGuard {

    /**
     * The flag USE_SQL_FOREIGN_KEY_F of a rows event, from MySQL 9.6 on: rows changed by foreign keys have events of their own.
     */
    private static final int CASCADES_LOGGED = 16;

    private final MissingCascades unrepeated;

    /** @param unrepeated the keys whose actions the target does not repeat */
    CascadeGuard(MissingCascades unrepeated) {
        this.unrepeated = unrepeated;
    }

    /** Returns whether a rows event with these flags must be checked. */
    boolean needsCheck(int flags) {
        return (flags & CASCADES_LOGGED) == 0 && !unrepeated.isEmpty();
    }

    /**
     * Checks a rows event whose cascades the server has not logged.
     *
     * @param table the table that it changes, replicated or not
     * @throws DefinitionException if the event may have triggered one of the keys; it names the tables whose rows the key changes
     */
    void check(TableId table, RowOperation operation, TransactionLocation location) {
        Set<Cascade> cascades = unrepeated.triggeredBy(table, operation);
        if (cascades.isEmpty()) {
            return;
        }
        List<TableId> children =
                cascades.stream().map(Cascade::child).distinct().sorted().toList();
        String keys = cascades.stream().map(Cascade::toString).collect(Collectors.joining("; "));
        GaussferryException failure = location.refused(
                ErrorCode.CASCADE_NOT_LOGGED,
                "The source changed rows of table " + table + " (" + operation + ")"
                        + ", but the binlog does not contain the rows that this changed in " + children + " by " + keys
                        + ". The target does not have the same key.",
                "create the same foreign key with its action on the target and restart; or, if the target cannot have it, set"
                        + " gaussferry.replay.on-failure: quarantine, which continues without " + children
                        + "; or skip the transaction and correct the tables: gaussferry skip --config FILE --transaction "
                        + location.nameForSkip() + " --reason TEXT, gaussferry verify --config FILE --repair");
        throw failure instanceof TransactionException at ? new DefinitionException(at, children, null) : failure;
    }
}
