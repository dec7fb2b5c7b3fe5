package io.gaussferry.cutover.objects;

import io.gaussferry.cutover.objects.CreatedObjectStore.Entry;
import io.gaussferry.cutover.objects.ObjectAction.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The results of PREPARE for the parts of tables, as recorded with the prepared objects: OBJECTS may run in another process. An
 * outcome holds for the SQL that was compared. Immutable.
 */
final class PartOutcomes {

    private static final String VERIFIED = "VERIFIED";
    private static final String CREATED = "CREATED";
    private static final String UNDONE = "UNDONE";
    private static final String REFUSED = "REFUSED: ";
    private static final Set<Kind> KINDS = EnumSet.of(Kind.GENERATED, Kind.CHECK, Kind.INDEX);

    private final Map<String, Entry> entries = new HashMap<>();

    private PartOutcomes() {}

    /**
     * The outcome for one part.
     *
     * @param reason why it is not created; empty if it is
     */
    record Outcome(String reason) {

        boolean isGood() {
            return reason.isEmpty();
        }
    }

    /** Reads the present outcomes. Joins the connection's transaction. */
    static PartOutcomes read(Connection target, CreatedObjectStore store) throws SQLException {
        return of(store.entries(target, Preparation.ID));
    }

    /** Returns the outcomes among the records of prepared objects. */
    static PartOutcomes of(List<Entry> prepared) {
        PartOutcomes outcomes = new PartOutcomes();
        for (Entry entry : prepared) {
            if (KINDS.contains(entry.action().kind()) && !entry.state().equals(UNDONE)) {
                outcomes.entries.put(key(entry.action().kind(), entry.action().name()), entry);
            }
        }
        return outcomes;
    }

    private static String key(Kind kind, String name) {
        return kind + " " + name;
    }

    /** Returns the outcome for a part in its present form; empty if it was not compared. */
    Optional<Outcome> of(TablePart part) {
        return Optional.ofNullable(entries.get(key(part.kind(), part.name())))
                .filter(entry -> entry.action().statements().equals(List.of(part.sql())))
                .map(entry -> new Outcome(
                        entry.state().startsWith(REFUSED) ? entry.state().substring(REFUSED.length()) : ""));
    }

    /** Returns the recorded index; empty if there is none in this form. */
    Optional<Entry> createdIndex(TablePart.PreparedIndex index) {
        return Optional.ofNullable(entries.get(key(index.kind(), index.name())))
                .filter(Entry::isCreated)
                .filter(entry -> entry.action().statements().equals(List.of(index.sql())));
    }

    /** Returns the created indexes. */
    List<Entry> createdIndexes() {
        return entries.values().stream().filter(Entry::isCreated).toList();
    }

    /**
     * Records an outcome in place of the former one.
     *
     * @param reason why the part is not created; empty if it is
     * @param undo statements that remove what PREPARE has created
     */
    void record(Connection connection, CreatedObjectStore store, TablePart part, String reason, List<String> undo)
            throws SQLException {
        String good = part.kind() == Kind.INDEX ? CREATED : VERIFIED;
        String state = reason.isEmpty() ? good : REFUSED + reason;
        ObjectAction action = new ObjectAction(part.kind(), part.name(), part.definition(), List.of(part.sql()), undo);
        Entry former = entries.get(key(part.kind(), part.name()));
        if (former != null && former.action().equals(action)) {
            store.setState(connection, Preparation.ID, former, state);
            return;
        }
        if (former != null) {
            store.setState(connection, Preparation.ID, former, UNDONE);
        }
        store.record(connection, Preparation.ID, action, state);
    }
}
