package io.gaussferry.verify.compare;

import io.gaussferry.checkpoint.DefinitionChangeStore;
import io.gaussferry.checkpoint.DefinitionChangeStore.Version;
import io.gaussferry.checkpoint.TableHistory;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.DefinitionText;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The definitions where replay stood when a comparison began. A table that the source has otherwise cannot be compared before replay has
 * come to that statement: what is missing on the target is no difference. Immutable.
 *
 * @param pipeline whose replay it is
 * @param texts by table
 * @param statements the changes of definitions that were done by then, by their GTIDs
 */
public record ReplayedDefinitions(String pipeline, Map<TableId, String> texts, Set<String> statements) {

    /** Reads where replay stands now. Joins the connection's transaction. */
    public static ReplayedDefinitions read(Connection target, String pipeline) throws SQLException {
        // the statements first: one that is done between the two queries is new, and not overlooked
        Set<String> statements = new DefinitionChangeStore(pipeline).done(target);
        return new ReplayedDefinitions(pipeline, new TableHistory(pipeline).read(target), statements);
    }

    /** Returns why a table cannot be compared yet, by its definition at the source; empty if it can. */
    public Optional<String> difference(TableDefinition today) {
        String text = texts.get(today.id());
        if (text == null) {
            return Optional.of("replay has not come to the statement that created it");
        }
        return ComparedShape.hasSameColumns(DefinitionText.read(today.id(), text), today)
                ? Optional.empty()
                : Optional.of(
                        "the source has other columns by now, and replay has not come to the statement that made them so");
    }

    /**
     * Returns the tables to which replay has come to a statement since, that made them others than they were; for however short. What a
     * transaction that has a lock on a table does not find here has not happened before the lock.
     */
    public Set<TableId> changedSince(Connection target) throws SQLException {
        DefinitionChangeStore store = new DefinitionChangeStore(pipeline);
        Set<TableId> changed = new HashSet<>();
        for (String statement : store.done(target)) {
            if (statements.contains(statement)) {
                continue;
            }
            for (Version version : store.versions(target, statement)) {
                if (isOther(version)) {
                    changed.add(version.table());
                }
            }
        }
        return changed;
    }

    private static boolean isOther(Version version) {
        String before = version.before();
        String after = version.after();
        return before == null
                || after == null
                || !ComparedShape.isSame(
                        DefinitionText.read(version.table(), before), DefinitionText.read(version.table(), after));
    }
}
