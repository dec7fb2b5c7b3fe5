package io.gaussferry.mysql.binlog;

import io.gaussferry.change.DefinitionException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.TransactionException;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.UnrepeatedCascades;
import io.gaussferry.schema.UnrepeatedCascades.Cascade;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Stops replay before a change that sets off a foreign key whose effect neither the binlog nor the target has. */
final class CascadeGuard {

    /** The flag USE_SQL_FOREIGN_KEY_F of a rows event, from MySQL 9.6 on: the rows that foreign keys changed have events of their own. */
    private static final int CASCADES_LOGGED = 16;

    private final UnrepeatedCascades unrepeated;

    /** @param unrepeated the keys whose actions the target does not repeat */
    CascadeGuard(UnrepeatedCascades unrepeated) {
        this.unrepeated = unrepeated;
    }

    /** Returns whether a rows event with these flags is to be checked. */
    boolean mayMatter(int flags) {
        return (flags & CASCADES_LOGGED) == 0 && !unrepeated.isEmpty();
    }

    /**
     * Checks a rows event whose foreign keys acted, and whose server has not logged that.
     *
     * @param table the table that it changes, whether it is replicated or not
     * @throws DefinitionException if the event may have set off one of the keys; of the tables whose rows that changes
     */
    void check(TableId table, RowOperation operation, TransactionPlace place) {
        Set<Cascade> cascades = unrepeated.setOffBy(table, operation);
        if (cascades.isEmpty()) {
            return;
        }
        List<TableId> children =
                cascades.stream().map(Cascade::child).distinct().sorted().toList();
        String keys = cascades.stream().map(Cascade::toString).collect(Collectors.joining("; "));
        GaussferryException failure = place.refused(
                "The source changed rows of table " + table + " (" + operation + ")"
                        + ", and its binlog does not have what this changed in " + children + " by " + keys
                        + "; the target does not have the same key.",
                "create the same foreign key with its action on the target, and start again; or, where the target cannot have it, set"
                        + " gaussferry.replay.on-failure: quarantine, which continues without " + children
                        + "; or skip the transaction and correct the tables: gaussferry skip --config FILE --transaction "
                        + place.nameForSkip() + " --reason TEXT, gaussferry verify --config FILE --repair");
        throw failure instanceof TransactionException at ? new DefinitionException(at, children, null) : failure;
    }
}
