package io.gaussferry.verify.compare;

import io.gaussferry.checkpoint.DefinitionChangeStore;
import io.gaussferry.checkpoint.DefinitionChangeStore.Version;
import io.gaussferry.checkpoint.TableHistory;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableDefinitionFormat;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The definitions at the replayed position when a comparison started. A table whose definition differs from the source's cannot be
 * compared before replay has reached the statement that changed it. Immutable.
 *
 * @param pipeline the pipeline that replays
 * @param stored stored definitions by table
 * @param statements GTIDs of the replayed changes of definitions
 */
public record ReplayedDefinitions(String pipeline, Map<TableId, String> stored, Set<String> statements) {

    /** Reads the current definitions. Joins the connection's transaction. */
    public static ReplayedDefinitions read(Connection target, String pipeline) throws SQLException {
        // reads the statements first: one that completes between the two queries is then detected as new
        Set<String> statements = new DefinitionChangeStore(pipeline).done(target);
        return new ReplayedDefinitions(pipeline, new TableHistory(pipeline).read(target), statements);
    }

    /** Returns the reason why a table with this definition at the source cannot be compared yet; empty if it can. */
    public Optional<String> difference(TableDefinition today) {
        String text = stored.get(today.id());
        if (text == null) {
            return Optional.of("replay has not reached the statement that created it");
        }
        return ComparedShape.hasSameColumns(TableDefinitionFormat.read(today.id(), text), today)
                ? Optional.empty()
                : Optional.of(
                        "the source's columns have changed, and replay has not reached the statement that changed them");
    }

    /**
     * Returns the tables whose definition replay has changed since, even temporarily. To a transaction that has a lock on a table this
     * shows every change before the lock.
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
                        TableDefinitionFormat.read(version.table(), before),
                        TableDefinitionFormat.read(version.table(), after));
    }
}
