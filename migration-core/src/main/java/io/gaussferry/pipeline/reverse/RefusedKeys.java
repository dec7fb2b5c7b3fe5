package io.gaussferry.pipeline.reverse;

import io.gaussferry.error.Attempt;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.TargetSessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Searches tables of the target for rows whose keys MySQL refuses, once for each table and run of reverse replication. If there is none, a
 * row that had such a key was corrected since: its former key needs no change in MySQL. Used by the thread that reads the log.
 */
final class RefusedKeys implements Predicate<TableId> {

    private final ReverseSettings settings;
    private final StateTables states;
    private final Map<TableId, Boolean> known = new HashMap<>();

    RefusedKeys(ReverseSettings settings, StateTables states) {
        this.settings = settings;
        this.states = states;
    }

    @Override
    public boolean test(TableId table) {
        return known.computeIfAbsent(table, this::search);
    }

    private boolean search(TableId table) {
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.open()) {
            return new CurrentRows(target, states)
                    .hasRefusedKey(states.keyed(table).orElseThrow());
        } catch (SQLException e) {
            throw Attempt.failure("search the target for keys that MySQL refuses", "retrying; no action needed", e);
        }
    }
}
